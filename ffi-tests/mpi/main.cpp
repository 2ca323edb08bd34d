// Recall of a matrix whose columns are spread over the processes of an MPI job:
//
//   mpirun -n 4 mpi SCORES.npy PER_ROW [TALLIES]
//
// Each process reads its share of the columns (of a matrix in a file here; it might as well
// compute it), tells the others the scores of the golds that it has, and counts. Golds meet
// by recallk_golds_merge, counts by plain addition. Process 0 prints the report and, where a
// file is named, writes the tallies to it.

// The old C++ bindings are not used, and do not compile without warnings.
#define OMPI_SKIP_MPICXX 1
#define MPICH_SKIP_MPICXX 1
#include <mpi.h>

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <string>
#include <vector>

#include "recallk.h"

namespace {

[[noreturn]] void fail(const std::string &message)
{
    std::fprintf(stderr, "error: %s\n", message.c_str());
    MPI_Abort(MPI_COMM_WORLD, 1);
    std::exit(1);
}

void check(recallk_status_t status)
{
    if (status != RECALLK_OK) {
        fail(recallk_status_message(status));
    }
}

// Some columns of all rows.
struct Shard {
    std::size_t rows = 0, columns = 0; // of the whole matrix
    std::size_t first = 0, width = 0;
    std::vector<float> scores;
};

std::size_t number_after(const std::string &header, std::size_t at)
{
    return std::strtoull(header.c_str() + at, nullptr, 10);
}

// A C-ordered .npy file of version 1 with 32-bit floats, as NumPy writes it.
Shard read_shard(const char *path, int process, int processes)
{
    std::ifstream file(path, std::ios::binary);
    char start[10];
    if (!file.read(start, sizeof start) || std::memcmp(start, "\x93NUMPY\x01", 7) != 0) {
        fail(std::string(path) + " is no .npy file of version 1");
    }
    const auto byte = [&](int k) { return static_cast<unsigned char>(start[k]); };
    std::string header(byte(8) + 256u * byte(9), ' ');
    file.read(&header[0], static_cast<std::streamsize>(header.size()));
    const std::size_t shape = header.find("'shape': (");
    const std::size_t comma = header.find(',', shape);
    if (header.find("'<f4'") == std::string::npos || shape == std::string::npos ||
        header.find("'fortran_order': False") == std::string::npos) {
        fail(std::string(path) + " is no C-ordered matrix of 32-bit floats");
    }
    Shard shard;
    shard.rows = number_after(header, shape + 10);
    shard.columns = number_after(header, comma + 1);
    const auto share = [&](int k) {
        return shard.columns * static_cast<std::size_t>(k) / static_cast<std::size_t>(processes);
    };
    shard.first = share(process);
    shard.width = share(process + 1) - shard.first;
    shard.scores.resize(shard.rows * shard.width);
    for (std::size_t row = 0; row < shard.rows; row++) {
        const std::size_t cell = row * shard.columns + shard.first;
        file.seekg(static_cast<std::streamoff>(sizeof start + header.size() + 4 * cell));
        file.read(reinterpret_cast<char *>(shard.scores.data() + row * shard.width),
                  static_cast<std::streamsize>(4 * shard.width));
    }
    if (!file) {
        fail(std::string(path) + " is cut off");
    }
    return shard;
}

// What MPI_Allreduce calls: golds of equal queries become one.
void merge(void *golds, void *into, int *len, MPI_Datatype *)
{
    check(recallk_golds_merge(static_cast<recallk_gold_t *>(into), static_cast<std::size_t>(*len),
                              static_cast<recallk_gold_t *>(golds),
                              static_cast<std::size_t>(*len), nullptr));
}

void print(const char *name, const std::vector<recallk_tally_t> &tallies, std::size_t items)
{
    const uint32_t ks[] = {1, 5, 10}, size = static_cast<uint32_t>(items);
    uint64_t hits[3];
    double recall[3];
    recallk_report_t report = {};
    report.struct_size = sizeof report;
    check(recallk_report(tallies.data(), tallies.size(), &size, 1, RECALLK_TIES_LOWER_INDEX, ks, 3,
                         hits, 3, recall, 3, &report, nullptr));
    std::printf("%s: %zu queries, R@1 %.2f, R@5 %.2f, R@10 %.2f, median rank %.1f\n", name,
                tallies.size(), 100 * recall[0], 100 * recall[1], 100 * recall[2],
                report.median_rank);
}

} // namespace

int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    int process = 0, processes = 1;
    MPI_Comm_rank(MPI_COMM_WORLD, &process);
    MPI_Comm_size(MPI_COMM_WORLD, &processes);
    const std::size_t per_row = argc > 2 ? std::strtoull(argv[2], nullptr, 10) : 0;
    if (per_row == 0) {
        fail("usage: mpi SCORES.npy PER_ROW [TALLIES]");
    }
    const Shard shard = read_shard(argv[1], process, processes);

    std::vector<uint32_t> row_of_column(shard.columns);
    for (std::size_t column = 0; column < shard.columns; column++) {
        row_of_column[column] = static_cast<uint32_t>(column / per_row);
    }
    recallk_sweep_t sweep = {};
    sweep.struct_size = sizeof sweep;
    sweep.dtype = RECALLK_F32;
    sweep.rows = shard.rows;
    sweep.columns = shard.columns;
    sweep.row_of_column = row_of_column.data();
    sweep.row_of_column_len = row_of_column.size();
    const recallk_tile_t tile = {{shard.scores.data(), shard.rows, shard.width,
                                  static_cast<ptrdiff_t>(shard.width), 1, RECALLK_F32, 0},
                                 0,
                                 shard.first};

    std::vector<recallk_gold_t> golds(shard.rows + shard.columns);
    check(recallk_golds_clear(golds.data(), golds.size(), nullptr));
    if (shard.width > 0) {
        check(recallk_golds_gather(&sweep, &tile, nullptr, golds.data(), golds.size(), nullptr));
    }
    MPI_Datatype gold_type;
    MPI_Op gold_merge;
    MPI_Type_contiguous(sizeof(recallk_gold_t), MPI_BYTE, &gold_type);
    MPI_Type_commit(&gold_type);
    MPI_Op_create(merge, 1, &gold_merge);
    MPI_Allreduce(MPI_IN_PLACE, golds.data(), static_cast<int>(golds.size()), gold_type, gold_merge,
                  MPI_COMM_WORLD);

    std::vector<uint32_t> counts(RECALLK_COUNTERS * golds.size());
    if (shard.width > 0) {
        std::size_t bytes = 0;
        check(recallk_tile_scratch(&sweep, &tile, &bytes, nullptr));
        std::vector<uint64_t> scratch((bytes + 7) / 8);
        check(recallk_counts_push(&sweep, &tile, nullptr, golds.data(), golds.size(),
                                  scratch.data(), 8 * scratch.size(), counts.data(), counts.size(),
                                  nullptr));
    }
    MPI_Allreduce(MPI_IN_PLACE, counts.data(), static_cast<int>(counts.size()), MPI_UINT32_T,
                  MPI_SUM, MPI_COMM_WORLD);

    if (process == 0) {
        std::vector<recallk_tally_t> rows(shard.rows), columns(shard.columns);
        check(recallk_counts_tallies(&sweep, nullptr, golds.data(), golds.size(), counts.data(),
                                     counts.size(), rows.data(), rows.size(), columns.data(),
                                     columns.size(), nullptr));
        print("rows", rows, shard.columns);
        print("columns", columns, shard.rows);
        if (argc > 3) {
            std::ofstream file(argv[3], std::ios::binary);
            for (const auto *side : {&rows, &columns}) {
                file.write(reinterpret_cast<const char *>(side->data()),
                           static_cast<std::streamsize>(sizeof(recallk_tally_t) * side->size()));
            }
        }
    }
    MPI_Op_free(&gold_merge);
    MPI_Type_free(&gold_type);
    MPI_Finalize();
    return 0;
}
