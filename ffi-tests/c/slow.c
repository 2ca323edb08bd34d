#include "slow.h"

#include <string.h>

static void add(kind_t *kind, uint64_t bits, double value)
{
    kind->symbol[kind->symbols].bits = bits;
    kind->symbol[kind->symbols].value = value;
    kind->symbols++;
}

/* IEEE patterns by the bits of infinity and of one. */
static void floats(kind_t *kind, uint64_t infinity, uint64_t one)
{
    const uint64_t sign = (uint64_t)1 << (8 * kind->size - 1);
    const uint64_t magnitudes[7] = {0, 1, 2, one, one + 1, infinity - 1, infinity};
    static const double values[7] = {0, 0.1, 0.2, 1, 1.1, 8, 9};
    size_t k;
    for (k = 0; k < 7; k++) {
        add(kind, magnitudes[k], values[k]);
        add(kind, sign | magnitudes[k], -values[k]);
    }
    kind->numbers = kind->symbols;
    add(kind, infinity + 1, NO_NUMBER);
    add(kind, sign | (infinity + 1), NO_NUMBER);
    add(kind, sign - 1, NO_NUMBER);
    add(kind, 2 * sign - 1, NO_NUMBER);
}

/* Integers around the least, the middle and the greatest value. */
static void integers(kind_t *kind, int is_signed)
{
    const uint64_t top = (uint64_t)1 << (8 * kind->size - 1);
    const uint64_t mask = top | (top - 1);
    static const double values[9] = {-9, -8, -2, -1, 0, 1, 2, 8, 9};
    const uint64_t above_least[9] = {0,       1,       top - 2, top - 1, top,
                                     top + 1, top + 2, mask - 1, mask};
    size_t k;
    for (k = 0; k < 9; k++) {
        add(kind, is_signed ? above_least[k] ^ top : above_least[k], values[k]);
    }
    kind->numbers = kind->symbols;
}

void slow_kind(kind_t *kind, int k)
{
    static const struct {
        const char *name;
        int32_t dtype;
        size_t size;
    } kinds[KINDS] = {
        {"f32", RECALLK_F32, 4}, {"f64", RECALLK_F64, 8}, {"f16", RECALLK_F16, 2},
        {"bf16", RECALLK_BF16, 2}, {"i8", RECALLK_I8, 1}, {"u8", RECALLK_U8, 1},
        {"i16", RECALLK_I16, 2}, {"u16", RECALLK_U16, 2}, {"i32", RECALLK_I32, 4},
        {"u32", RECALLK_U32, 4}, {"i64", RECALLK_I64, 8}, {"u64", RECALLK_U64, 8},
    };
    kind->name = kinds[k].name;
    kind->dtype = kinds[k].dtype;
    kind->size = kinds[k].size;
    kind->symbols = 0;
    switch (kind->dtype) {
    case RECALLK_F32:
        floats(kind, 0x7f800000, 0x3f800000);
        break;
    case RECALLK_F64:
        floats(kind, 0x7ff0000000000000, 0x3ff0000000000000);
        break;
    case RECALLK_F16:
        floats(kind, 0x7c00, 0x3c00);
        break;
    case RECALLK_BF16:
        floats(kind, 0x7f80, 0x3f80);
        break;
    default:
        integers(kind, k % 2 == 0);
        break;
    }
}

void slow_store(void *memory, size_t at, const kind_t *kind, uint32_t symbol)
{
    const uint64_t bits = kind->symbol[symbol].bits;
    const uint8_t b8 = (uint8_t)bits;
    const uint16_t b16 = (uint16_t)bits;
    const uint32_t b32 = (uint32_t)bits;
    const void *from = kind->size == 1   ? (const void *)&b8
                       : kind->size == 2 ? (const void *)&b16
                       : kind->size == 4 ? (const void *)&b32
                                         : (const void *)&bits;
    memcpy((unsigned char *)memory + at * kind->size, from, kind->size);
}

static int better(double a, double b, int32_t order)
{
    return order == RECALLK_LOWER_FIRST ? a < b : a > b;
}

recallk_tally_t slow_tally(const double *line, size_t items, const uint32_t *golds,
                           size_t golds_len, int32_t order)
{
    const recallk_tally_t miss = {(uint32_t)items, 0, 0, 0, 0};
    recallk_tally_t tally = {0, 0, 0, 0, 0};
    double best = NO_NUMBER;
    uint32_t first = 0, last = 0, item;
    size_t k;
    for (k = 0; k < golds_len; k++) {
        const double value = line[golds[k]];
        if (value != NO_NUMBER && (best == NO_NUMBER || better(value, best, order))) {
            best = value;
        }
    }
    if (best == NO_NUMBER) {
        return miss;
    }
    for (k = 0; k < golds_len; k++) {
        const int repeated = k > 0 && golds[k] == golds[k - 1];
        if (line[golds[k]] == best && !repeated) {
            first = tally.tied_golds == 0 ? golds[k] : first;
            last = golds[k];
            tally.tied_golds++;
        }
    }
    for (item = 0; item < items; item++) {
        int is_gold = 0;
        for (k = 0; k < golds_len; k++) {
            is_gold = is_gold || golds[k] == item;
        }
        if (is_gold || line[item] == NO_NUMBER) {
            continue;
        }
        tally.ahead += (uint32_t)better(line[item], best, order);
        if (line[item] == best) {
            tally.tied_before += (uint32_t)(item < first);
            tally.tied_between += (uint32_t)(item > first && item < last);
            tally.tied_after += (uint32_t)(item > last);
        }
    }
    return tally;
}
