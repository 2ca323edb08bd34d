#include "tests.h"

void test_all(void)
{
    test_status();
    test_examples();
    test_metrics();
    test_gold_metrics();
    test_ranges();
    test_histogram();
    test_lists();
    test_matrix();
    test_tall();
    test_partitions();
    test_tiles();
    test_sample();
    test_hostile();
}

void test_hostile(void)
{
    test_hostile_pointers();
    test_hostile_overlap();
    test_hostile_lengths();
    test_hostile_structs();
    test_hostile_sizes();
    test_hostile_golds();
    test_hostile_ignored();
    test_hostile_sweeps();
    test_hostile_tiles();
    test_hostile_saved();
    test_hostile_nan();
    test_hostile_metrics();
    test_hostile_gold_metrics();
    test_hostile_histogram();
    test_hostile_lists();
}
