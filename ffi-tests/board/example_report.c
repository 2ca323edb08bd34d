#include "example.h"

#include "board.h"
#include "number.h"

enum { KS = 3 };

void must(recallk_status_t status)
{
    if (status != RECALLK_OK) {
        board_print(recallk_status_message(status));
        board_print("\n");
        board_exit(1);
    }
}

static void line(const char *name, double value, uint32_t decimals)
{
    double units = 1;
    uint32_t k;
    must(recallk_round(value, decimals, &value));
    for (k = 0; k < decimals; k++) {
        units *= 10;
    }
    board_print(name);
    /* Rounded already: one half more meets the integer that is meant. */
    print_decimals((uint64_t)(value * units + 0.5), (int)decimals);
    board_print("\n");
}

void report(const char *title, const uint64_t *histogram, uint32_t gallery)
{
    static const uint32_t ks[KS] = {1, 5, 10};
    static const char *const names[KS] = {"R@1 % ", "R@5 % ", "R@10 % "};
    const size_t counters = (size_t)gallery + 1;
    uint64_t queries, hits[KS];
    double median, mean, mrr;
    size_t k;
    must(recallk_histogram_queries(histogram, counters, gallery, &queries, NULL));
    must(recallk_histogram_hits(histogram, counters, gallery, ks, KS, hits, KS, NULL));
    must(recallk_histogram_median_rank(histogram, counters, gallery, &median, NULL));
    must(recallk_histogram_mean_rank(histogram, counters, gallery, &mean, NULL));
    must(recallk_histogram_mrr(histogram, counters, gallery, &mrr, NULL));
    board_print(title);
    board_print(": ");
    print_number(queries);
    board_print(" queries\n");
    for (k = 0; k < KS; k++) {
        line(names[k], recallk_recall_percent(hits[k], queries), 2);
    }
    line("median rank ", median, 1);
    line("mean rank ", mean, 2);
    line("MRR ", mrr, 4);
}
