/* The built-in sample, 120 images by 600 captions, and what is known of it. Its C
 * file is generated from cli/data, so that machines without files have it, too. */

#ifndef GOLDEN_H
#define GOLDEN_H

#include <stddef.h>
#include <stdint.h>

/* The captions of image i are 5 i to 5 i + 4. */
enum { GOLDEN_IMAGES = 120, GOLDEN_CAPTIONS = 600, GOLDEN_EACH = 5, GOLDEN_KS = 3 };

/* Bit patterns, row by row. */
extern const uint32_t golden_f32[GOLDEN_IMAGES * GOLDEN_CAPTIONS];
extern const uint16_t golden_f16[GOLDEN_IMAGES * GOLDEN_CAPTIONS];

/* Ranks of the images by their f32 scores, 1-based. */
extern const uint32_t golden_ranks[GOLDEN_IMAGES];

/* Hits at 1, 5 and 10; ranks are 1-based. */
typedef struct {
    uint64_t hits[GOLDEN_KS];
    double median, mean, mrr;
} golden_figures_t;

typedef struct {
    const char *name;
    const void *scores;
    int32_t dtype;
    int32_t rule;
    uint64_t tied_images, tied_captions;
    golden_figures_t images, captions;
} golden_t;

extern const golden_t golden[];
extern const size_t golden_len;

#endif
