// The header from C++17: vectors in, both directions out, a status for an error.

#include <array>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <type_traits>
#include <vector>

#include "recallk.h"

static_assert(std::is_enum_v<recallk_status_t>, "a status is a type of its own in C++");
static_assert(std::is_trivially_copyable_v<recallk_matrix_t>);

namespace {

unsigned passed = 0;
unsigned failed = 0;

void test(const char *name, bool fine)
{
    (fine ? passed : failed)++;
    if (!fine) {
        std::printf("FAILED %s\n", name);
    }
}

// Three images by four texts; the last text is a distractor.
const std::vector<float> scores = {0.9f, 0.1f, 0.3f, 0.9f,
                                   0.2f, 0.8f, 0.8f, 0.1f,
                                   0.7f, 0.6f, 0.5f, 0.4f};
const std::vector<std::uint32_t> row_of_column = {0, 1, 2, RECALLK_NONE};

recallk_matrix_t matrix_of(const std::vector<float> &cells, std::size_t columns)
{
    return {cells.data(), cells.size() / columns, columns, static_cast<std::ptrdiff_t>(columns), 1,
            RECALLK_F32, 0};
}

bool both_directions()
{
    const auto matrix = matrix_of(scores, 4);
    std::size_t bytes = 0;
    if (recallk_both_scratch(&matrix, &bytes, nullptr) != RECALLK_OK) {
        return false;
    }
    std::vector<std::uint64_t> scratch((bytes + 7) / 8);
    std::array<std::uint32_t, 3> rows{}, columns{};
    recallk_detail_t detail{};
    detail.struct_size = sizeof detail;
    const recallk_status_t status = recallk_ranks_both(
        &matrix, row_of_column.data(), row_of_column.size(), nullptr, scratch.data(), bytes,
        rows.data(), rows.size(), columns.data(), columns.size(), &detail);
    return status == RECALLK_OK && rows == std::array<std::uint32_t, 3>{0, 0, 2} &&
           columns == std::array<std::uint32_t, 3>{0, 0, 1} && detail.without_gold == 0;
}

bool metrics()
{
    const std::array<std::uint32_t, 3> ranks = {0, 0, 2};
    const std::uint32_t size = 4, k = 1;
    std::uint64_t hits = 0;
    double median = 0;
    return recallk_hits(ranks.data(), ranks.size(), &size, 1, &k, 1, &hits, 1, nullptr) ==
               RECALLK_OK &&
           recallk_median_rank(ranks.data(), ranks.size(), &median, nullptr) == RECALLK_OK &&
           hits == 2 && recallk_recall(hits, 3) == 2.0 / 3.0 && median == 1.0;
}

bool error()
{
    const auto matrix = matrix_of(scores, 4);
    const std::array<std::uint32_t, 3> gold = {0, 4, 2};
    std::array<std::uint32_t, 3> ranks = {7, 8, 9};
    recallk_detail_t detail{};
    detail.struct_size = sizeof detail;
    const auto status = recallk_ranks(&matrix, gold.data(), gold.size(), nullptr, ranks.data(),
                                      ranks.size(), &detail);
    return status == RECALLK_GOLD_OUT_OF_RANGE && detail.row == 1 && detail.column == 4 &&
           ranks == std::array<std::uint32_t, 3>{7, 8, 9} &&
           std::strlen(recallk_status_message(status)) > 0;
}

} // namespace

int main()
{
    test("the library fits the header", recallk_check_abi(RECALLK_ABI) == RECALLK_OK);
    test("both directions", both_directions());
    test("metrics", metrics());
    test("error", error());
    std::printf("%u passed, %u failed\n", passed, failed);
    return failed == 0 ? 0 : 1;
}
