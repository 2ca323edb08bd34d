#include "check.h"
#include "tests.h"

#if defined(__SSE2__)

#include <xmmintrin.h>

void test_flush_to_zero(void)
{
    enum { FLUSH_TO_ZERO = 0x8000, DENORMALS_ARE_ZERO = 0x0040 };
    const unsigned before = _mm_getcsr();
    volatile float subnormal = 1e-40f;
    _mm_setcsr(before | FLUSH_TO_ZERO | DENORMALS_ARE_ZERO);
    /* Valgrind knows no such mode. */
    if (subnormal == 0) {
        check_run("flush-to-zero");
        test_matrix();
        test_metrics();
        test_gold_metrics();
        test_ranges();
        check_run(0);
    }
    _mm_setcsr(before);
}

#else

void test_flush_to_zero(void)
{
}

#endif
