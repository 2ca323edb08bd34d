/* Numbers on the debug channel: no printf, which is larger than the kernel. */

#ifndef NUMBER_H
#define NUMBER_H

#include <stdint.h>

void print_number(uint64_t number);

/* The number over 10^decimals: 3833 with 2 decimals is "38.33". */
void print_decimals(uint64_t number, int decimals);

/* "stack N bytes": how deep it has been. */
void print_stack(void);

#endif
