/* What the examples share: what comes of a rank histogram, on the debug channel. */

#ifndef EXAMPLE_H
#define EXAMPLE_H

#include <stdint.h>

#include "recallk.h"

/* Scores of few bits tie often; what is only tied with others has not been found. */
enum { TIE_RULE = RECALLK_TIES_PESSIMISTIC };

/* Ends the program with the message of an error. */
void must(recallk_status_t status);

/* `histogram` has one counter more than the gallery has items. */
void report(const char *title, const uint64_t *histogram, uint32_t gallery);

#endif
