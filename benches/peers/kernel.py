"""recallk through its C ABI, as any program would call it, with ctypes."""

import ctypes

import numpy

ABI = 2  # RECALLK_ABI of include/recallk.h, which the structs below follow
F32 = 1
BACKENDS = {"avx512": 4, "avx2": 3, "sse2": 2, "portable": 1}
NOT_AVAILABLE = 9


class Matrix(ctypes.Structure):
    _fields_ = [
        ("data", ctypes.c_void_p),
        ("rows", ctypes.c_size_t),
        ("columns", ctypes.c_size_t),
        ("row_stride", ctypes.c_ssize_t),
        ("column_stride", ctypes.c_ssize_t),
        ("dtype", ctypes.c_int32),
        ("flags", ctypes.c_uint32),
    ]


class Options(ctypes.Structure):
    _fields_ = [
        ("struct_size", ctypes.c_uint32),
        ("nan_policy", ctypes.c_int32),
        ("order", ctypes.c_int32),
        ("backend", ctypes.c_int32),
        ("reserved", ctypes.c_uint32 * 4),
    ]


class Kernel:
    def __init__(self, path):
        self.library = ctypes.CDLL(path)
        self.library.recallk_status_message.restype = ctypes.c_char_p
        self.library.recallk_version.restype = ctypes.c_char_p
        self.library.recallk_backend_name.restype = ctypes.c_char_p
        self.check(self.library.recallk_check_abi(ctypes.c_uint32(ABI)))
        self.version = self.library.recallk_version().decode()
        self.fastest = self.library.recallk_backend_name(0).decode()
        self.backends = self.find_backends()

    def check(self, status):
        if status:
            raise RuntimeError(self.library.recallk_status_message(status).decode())

    def find_backends(self):
        """Those that this build and this processor have."""
        cell, gold, rank = numpy.zeros(1, numpy.float32), numpy.zeros(1, numpy.uint32), numpy.zeros(1, numpy.uint32)
        matrix = Matrix(cell.ctypes.data, 1, 1, 1, 1, F32, 0)
        found = []
        for name, number in BACKENDS.items():
            options = Options(ctypes.sizeof(Options), 0, 0, number)
            status = self.library.recallk_ranks(
                ctypes.byref(matrix), pointer(gold), size(1), ctypes.byref(options), pointer(rank), size(1), None
            )
            if status == NOT_AVAILABLE:
                print(f"skipped: recallk, {name}: not in this build or not on this processor")
                continue
            self.check(status)
            found.append(name)
        return found

    def rows(self, data, backend):
        """A call that ranks one gold per row."""
        matrix, options = self.arguments(data, backend)
        ranks = numpy.empty(data.rows, numpy.uint32)
        arguments = (
            ctypes.byref(matrix), pointer(data.gold), size(data.rows), ctypes.byref(options),
            pointer(ranks), size(data.rows), None,
        )

        def run():
            self.check(self.library.recallk_ranks(*arguments))
            return ranks

        return run

    def both(self, data, backend):
        """A call that ranks any-hit in both directions. Scratch memory is the
        caller's, so it is taken once, before the time runs."""
        matrix, options = self.arguments(data, backend)
        needed = ctypes.c_size_t()
        self.check(self.library.recallk_both_scratch(ctypes.byref(matrix), ctypes.byref(needed), None))
        scratch = numpy.empty((needed.value + 7) // 8, numpy.uint64)
        row_ranks = numpy.empty(data.rows, numpy.uint32)
        column_ranks = numpy.empty(data.columns, numpy.uint32)
        arguments = (
            ctypes.byref(matrix), pointer(data.row_of_column), size(data.columns), ctypes.byref(options),
            pointer(scratch), size(scratch.nbytes), pointer(row_ranks), size(data.rows),
            pointer(column_ranks), size(data.columns), None,
        )

        def run():
            self.check(self.library.recallk_ranks_both(*arguments))
            return row_ranks, column_ranks

        run.keeps = scratch  # an address does not
        return run

    def arguments(self, data, backend):
        matrix = Matrix(data.scores.ctypes.data, data.rows, data.columns, data.columns, 1, F32, 0)
        return matrix, Options(ctypes.sizeof(Options), 0, 0, BACKENDS[backend])


def pointer(array):
    return ctypes.c_void_p(array.ctypes.data)


def size(number):
    return ctypes.c_size_t(number)
