/* The tests, one function a file. */

#ifndef TESTS_H
#define TESTS_H

/* All but flush-to-zero. None needs files or a heap: these run on boards, too. */
void test_all(void);

/* All whose names begin so. */
void test_hostile(void);

void test_examples(void);
void test_metrics(void);
void test_histogram(void);
void test_lists(void);
void test_matrix(void);
void test_tall(void);
void test_partitions(void);
void test_tiles(void);
void test_status(void);
void test_sample(void);
void test_hostile_pointers(void);
void test_hostile_overlap(void);
void test_hostile_lengths(void);
void test_hostile_structs(void);
void test_hostile_sizes(void);
void test_hostile_golds(void);
void test_hostile_ignored(void);
void test_hostile_sweeps(void);
void test_hostile_tiles(void);
void test_hostile_saved(void);
void test_hostile_nan(void);
void test_hostile_metrics(void);
void test_hostile_histogram(void);
void test_hostile_lists(void);
void test_gold_metrics(void);
void test_ranges(void);
void test_hostile_gold_metrics(void);

/* Matrices and metrics once more where the processor flushes subnormal numbers
 * to zero, as hosts of inference set it. */
void test_flush_to_zero(void);

#endif
