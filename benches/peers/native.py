"""The C++ peers and the read loop, compiled on the spot and called with ctypes."""

import ctypes
import os
import subprocess
import tempfile

import numpy

HERE = os.path.dirname(os.path.abspath(__file__))
FLAGS = ["-O3", "-march=native", "-std=c++17", "-shared", "-fPIC"]


def compiler_version():
    command = [os.environ.get("CXX", "g++"), "--version"]
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout.splitlines()[0]


def load():
    """Compiles peers.cpp; the file is gone once it is loaded."""
    with tempfile.TemporaryDirectory() as folder:
        library = os.path.join(folder, "peers.so")
        command = [os.environ.get("CXX", "g++"), *FLAGS, "-o", library, os.path.join(HERE, "peers.cpp")]
        subprocess.run(command, check=True)
        peers = ctypes.CDLL(library)
    peers.peers_read.restype = ctypes.c_uint32
    peers.peers_read.argtypes = [ctypes.c_void_p, ctypes.c_size_t]
    size, pointer = ctypes.c_size_t, ctypes.c_void_p
    peers.peers_count_if.argtypes = [pointer, size, size, pointer, pointer]
    peers.peers_partial_sort.argtypes = [pointer, size, size, size, pointer, pointer]
    peers.peers_nth_element.argtypes = [pointer, size, size, size, pointer, pointer]
    for name in ("peers_count_if", "peers_partial_sort", "peers_nth_element"):
        getattr(peers, name).restype = None
    return peers


def reader(peers, scores):
    """A call that reads all scores once and gives the xor of their bits."""
    data, cells = scores.ctypes.data, scores.size
    return lambda: peers.peers_read(data, cells)


def count_if(peers, data, rows):
    ranks = numpy.empty(rows, numpy.uint32)
    arguments = (data.scores.ctypes.data, rows, data.columns, data.gold.ctypes.data, ranks.ctypes.data)

    def run():
        peers.peers_count_if(*arguments)
        return ranks

    return run


def best_ten(function, data, rows):
    """partial_sort or nth_element: a hit or not, no rank."""
    hits = numpy.empty(rows, numpy.uint8)
    arguments = (data.scores.ctypes.data, rows, data.columns, 10, data.gold.ctypes.data, hits.ctypes.data)

    def run():
        function(*arguments)
        return hits

    return run
