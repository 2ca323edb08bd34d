// The read loop that every time is compared to, and the ranks as one would
// write them in C++ with the standard algorithms. Built by native.py with
// g++ -O3 -march=native.

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <immintrin.h>
#include <vector>

namespace {

// Better score first, then lower index: the order of a stable descending sort,
// so that the top ten are the same ten for everybody.
struct Better {
    const float* row;
    bool operator()(std::uint32_t a, std::uint32_t b) const {
        return row[a] > row[b] || (row[a] == row[b] && a < b);
    }
};

void fill_indices(std::vector<std::uint32_t>& order) {
    for (std::size_t j = 0; j < order.size(); ++j) order[j] = static_cast<std::uint32_t>(j);
}

bool among(const std::vector<std::uint32_t>& order, std::size_t k, std::uint32_t gold) {
    return std::find(order.begin(), order.begin() + k, gold) != order.begin() + k;
}

}  // namespace

extern "C" {

// The least that any evaluator has to do: load every score once. Two streams,
// because one core keeps more lines in flight with two; two vectors of each, so
// that the xor chains are not what is timed.
__attribute__((target("avx2"))) std::uint32_t peers_read(const float* scores, std::size_t cells) {
    const std::size_t half = cells / 2 / 16 * 16;
    const float* low = scores;
    const float* high = scores + half;
    __m256i a = _mm256_setzero_si256(), b = a, c = a, d = a;
    for (std::size_t i = 0; i < half; i += 16) {
        a = _mm256_xor_si256(a, _mm256_loadu_si256(reinterpret_cast<const __m256i*>(low + i)));
        b = _mm256_xor_si256(b, _mm256_loadu_si256(reinterpret_cast<const __m256i*>(low + i + 8)));
        c = _mm256_xor_si256(c, _mm256_loadu_si256(reinterpret_cast<const __m256i*>(high + i)));
        d = _mm256_xor_si256(d, _mm256_loadu_si256(reinterpret_cast<const __m256i*>(high + i + 8)));
    }
    alignas(32) std::uint32_t lanes[8];
    const __m256i all = _mm256_xor_si256(_mm256_xor_si256(a, b), _mm256_xor_si256(c, d));
    _mm256_store_si256(reinterpret_cast<__m256i*>(lanes), all);
    std::uint32_t sum = 0;
    for (std::uint32_t lane : lanes) sum ^= lane;
    for (std::size_t i = 2 * half; i < cells; ++i) {
        std::uint32_t bits;
        __builtin_memcpy(&bits, scores + i, sizeof bits);
        sum ^= bits;
    }
    return sum;
}

// Ranks by counting: ties count before the gold and not behind it.
void peers_count_if(const float* scores, std::size_t rows, std::size_t columns,
                    const std::uint32_t* gold, std::uint32_t* ranks) {
    for (std::size_t i = 0; i < rows; ++i) {
        const float* row = scores + i * columns;
        const float* at = row + gold[i];
        const float bar = *at;
        ranks[i] = static_cast<std::uint32_t>(
            std::count_if(row, at, [bar](float x) { return x >= bar; }) +
            std::count_if(at, row + columns, [bar](float x) { return x > bar; }));
    }
}

// Whether the gold is among the best k, by partial_sort of the indices.
void peers_partial_sort(const float* scores, std::size_t rows, std::size_t columns, std::size_t k,
                        const std::uint32_t* gold, std::uint8_t* hits) {
    std::vector<std::uint32_t> order(columns);
    k = std::min(k, columns);
    for (std::size_t i = 0; i < rows; ++i) {
        fill_indices(order);
        std::partial_sort(order.begin(), order.begin() + k, order.end(), Better{scores + i * columns});
        hits[i] = among(order, k, gold[i]);
    }
}

// The same by nth_element on a copy of the scores, which is faster than on
// indices: a hit is a gold no worse than the k-th best.
void peers_nth_element(const float* scores, std::size_t rows, std::size_t columns, std::size_t k,
                       const std::uint32_t* gold, std::uint8_t* hits) {
    std::vector<float> copy(columns);
    k = std::min(k, columns);
    for (std::size_t i = 0; i < rows; ++i) {
        const float* row = scores + i * columns;
        std::copy(row, row + columns, copy.begin());
        std::nth_element(copy.begin(), copy.begin() + (k - 1), copy.end(), std::greater<float>());
        hits[i] = row[gold[i]] >= copy[k - 1];
    }
}

}  // extern "C"
