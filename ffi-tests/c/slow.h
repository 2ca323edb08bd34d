/* Scores of every type, and a slow way to tally them: the expected values of
 * the tests. Nothing here knows how the kernel works. */

#ifndef SLOW_H
#define SLOW_H

#include <stddef.h>
#include <stdint.h>

#include "recallk.h"

/* Stands for NaN among stand-ins. */
#define NO_NUMBER (-1e9)

/* A bit pattern of a score type, and a double that stands for it: stand-ins
 * compare as the scores do, which 64-bit integers as doubles would not. */
typedef struct {
    uint64_t bits;
    double value;
} symbol_t;

/* A score type with patterns worth a test: numbers, then NaN. */
typedef struct {
    const char *name;
    int32_t dtype;
    size_t size;
    uint32_t numbers;
    uint32_t symbols;
    symbol_t symbol[20];
} kind_t;

enum { KINDS = 12 };

/* The kind number k, from 0 on. */
void slow_kind(kind_t *kind, int k);

/* Writes one score. */
void slow_store(void *memory, size_t at, const kind_t *kind, uint32_t symbol);

/* The tally of the best of some golds (indices of the line, ascending, which
 * may repeat). Not counted are other golds. */
recallk_tally_t slow_tally(const double *line, size_t items, const uint32_t *golds,
                           size_t golds_len, int32_t order);

#endif
