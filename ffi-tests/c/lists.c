/* Ranked id lists of every id type, in every form, against a slow reference. */

#include "check.h"
#include "random.h"
#include "recallk.h"
#include "tests.h"

enum {
    QUERIES = 6,
    WIDTH = 40,
    IDS = QUERIES * WIDTH,
    RELEVANT = 160, /* of all queries */
    LARGE = 80,     /* relevant ids of the one query that needs scratch */
    NAMES = 100     /* distinct ids */
};

/* Ids are names: small integers that each type writes down in its own way. */
typedef struct {
    uint32_t u32[IDS];
    uint64_t u64[IDS];
    int64_t i64[IDS];
    int name[IDS];
} ids_t;

typedef enum { U32, U64, I64, TYPES } type_t;
typedef enum { RAGGED, PADDED } form_t;
typedef enum { SINGLE, SMALL_SETS, SETS } golds_t;

static ids_t lists, relevant;
static uint64_t offsets[QUERIES + 1], relevant_offsets[QUERIES + 1];
static uint32_t lengths[QUERIES];
static uint64_t scratch[2 * LARGE];

static void put_name(ids_t *ids, size_t at, int name)
{
    ids->name[at] = name;
    ids->u32[at] = UINT32_MAX - (uint32_t)name;
    /* The low halves are all equal. */
    ids->u64[at] = ((uint64_t)name << 58) | ((uint64_t)name << 32) | 7;
    ids->i64[at] = (name % 2 == 0 ? INT64_MIN : 0) + ((int64_t)name << 32);
}

/* Lists of uneven lengths, one of them empty; names are repeated. */
static void make_lists(form_t form)
{
    size_t q, k, at = 0;
    for (q = 0; q < QUERIES; q++) {
        lengths[q] = q == 2 ? 0 : WIDTH - 6 * (uint32_t)q;
        offsets[q] = at;
        for (k = 0; k < (form == PADDED ? WIDTH : lengths[q]); k++) {
            put_name(&lists, at++, (int)random_below(NAMES));
        }
    }
    offsets[QUERIES] = at;
}

static void make_relevant(golds_t golds)
{
    /* Up to 64 need no scratch. */
    static const size_t sizes[QUERIES] = {3, LARGE, 2, 0, 64, 1};
    size_t q, k, at = 0;
    for (q = 0; q < QUERIES; q++) {
        relevant_offsets[q] = at;
        const size_t most = golds == SETS ? LARGE : 64;
        const size_t size = golds == SINGLE ? 1 : sizes[q];
        for (k = 0; k < size && k < most; k++) {
            put_name(&relevant, at++, (int)random_below(NAMES));
        }
    }
    relevant_offsets[QUERIES] = at;
}

static uint32_t slow_rank(size_t start, uint32_t length, int name)
{
    uint32_t rank = 0;
    while (rank < length && lists.name[start + rank] != name) {
        rank++;
    }
    return rank;
}

/* Fills the ranks of both calls; returns how many there are of every id. */
static size_t slow_ranks(form_t form, uint32_t *any, uint32_t *every, uint64_t misses[2])
{
    size_t q, k, other;
    misses[0] = misses[1] = 0;
    for (q = 0; q < QUERIES; q++) {
        const size_t start = form == PADDED ? q * WIDTH : (size_t)offsets[q];
        const size_t first = (size_t)relevant_offsets[q], end = (size_t)relevant_offsets[q + 1];
        any[q] = lengths[q];
        for (k = first; k < end; k++) {
            every[k] = slow_rank(start, lengths[q], relevant.name[k]);
            if (every[k] < any[q]) {
                any[q] = every[k];
            }
            misses[1] += (uint64_t)(every[k] == lengths[q]);
            for (other = first; other < k; other++) {
                if (relevant.name[other] == relevant.name[k]) {
                    misses[1] -= (uint64_t)(every[k] == lengths[q]);
                    every[k] = RECALLK_NONE;
                    break;
                }
            }
        }
        misses[0] += (uint64_t)(any[q] == lengths[q]);
        misses[1] += (uint64_t)(first == end);
    }
    return (size_t)relevant_offsets[QUERIES];
}

#define CALL(function, type)                                                                    \
    function(lists.type, ids_len, form == RAGGED ? offsets : NULL,                              \
             form == RAGGED ? QUERIES + 1 : 0, form == PADDED ? lengths : NULL,                 \
             form == PADDED ? QUERIES : 0, relevant.type, (size_t)relevant_offsets[QUERIES],    \
             golds == SINGLE ? NULL : relevant_offsets, golds == SINGLE ? 0 : QUERIES + 1, memory,  \
             bytes, ranks, ranks_len, &detail)

static void compare(type_t type, form_t form, golds_t golds)
{
    const size_t ids_len = form == PADDED ? IDS : (size_t)offsets[QUERIES];
    uint32_t any[QUERIES], every[RELEVANT], found[RELEVANT], *ranks = found;
    uint64_t misses[2];
    const size_t total = slow_ranks(form, any, every, misses);
    recallk_detail_t detail = {0};
    size_t bytes = 0, ranks_len, k;
    void *memory;
    int all;
    detail.struct_size = sizeof detail;
    CHECK_EQUAL(recallk_list_scratch(golds == SINGLE ? NULL : relevant_offsets,
                                     golds == SINGLE ? 0 : QUERIES + 1, &bytes, &detail),
                RECALLK_OK);
    CHECK_EQUAL(bytes, golds == SETS ? 16 * LARGE : 0);
    memory = bytes > 0 ? scratch : NULL;
    CHECK(bytes <= sizeof scratch);
    for (all = 0; all < 2; all++) {
        recallk_status_t status = -1;
        ranks_len = all ? total : QUERIES;
        switch (type) {
        case U32:
            status = all ? CALL(recallk_list_gold_ranks_u32, u32) : CALL(recallk_list_ranks_u32, u32);
            break;
        case U64:
            status = all ? CALL(recallk_list_gold_ranks_u64, u64) : CALL(recallk_list_ranks_u64, u64);
            break;
        case I64:
            status = all ? CALL(recallk_list_gold_ranks_i64, i64) : CALL(recallk_list_ranks_i64, i64);
            break;
        case TYPES:
            break;
        }
        check_about(all ? "every id" : "any hit");
        CHECK_EQUAL(status, RECALLK_OK);
        CHECK_EQUAL(detail.without_gold, misses[all]);
        CHECK_EQUAL(detail.nan_cells, 0);
        for (k = 0; k < ranks_len; k++) {
            CHECK_EQUAL(ranks[k], all ? every[k] : any[k]);
        }
    }
}

static void both_forms(type_t type, const char *group)
{
    static const char *const names[2][3] = {
        {"ragged, one relevant id each", "ragged, small sets", "ragged, large sets"},
        {"padded, one relevant id each", "padded, small sets", "padded, large sets"}};
    int form, golds, round;
    for (form = RAGGED; form <= PADDED; form++) {
        for (golds = SINGLE; golds <= SETS; golds++) {
            check_test(group, names[form][golds]);
            for (round = 0; round < 4; round++) {
                make_lists((form_t)form);
                make_relevant((golds_t)golds);
                compare(type, (form_t)form, (golds_t)golds);
            }
        }
    }
}

static void empty_lists(void)
{
    const uint32_t zeros[2] = {0, 0}, ids[2] = {7, 8};
    uint32_t ranks[2] = {9, 9};
    check_test("lists", "all lists are empty");
    CHECK_EQUAL(recallk_list_ranks_u32(NULL, 0, NULL, 0, zeros, 2, ids, 2, NULL, 0, NULL, 0, ranks,
                                       2, NULL),
                RECALLK_OK);
    CHECK_EQUAL(ranks[0], 0);
    CHECK_EQUAL(ranks[1], 0);
}

void test_lists(void)
{
    random_start(3);
    both_forms(U32, "lists of u32");
    both_forms(U64, "lists of u64");
    both_forms(I64, "lists of i64");
    empty_lists();
}
