"""Writes round.csv: what CPython's round() makes of awkward values.

Each line is value,digits,rounded: the bits of the two f64 in hex. Run with any
CPython 3 (its round() has been correctly rounded since 3.1):

    python3 make_round.py > round.csv
"""

import math
import random
import struct
from fractions import Fraction

random.seed(20240611)


def bits(x):
    return struct.pack(">d", x).hex()


def of_bits(n):
    return struct.unpack(">d", struct.pack(">Q", n))[0]


cases = {}


def add(x, digits):
    if not math.isfinite(x):
        return
    # One sign in three is minus.
    value = -x if random.random() < 1 / 3 else x
    cases[bits(value), digits] = bits(round(value, digits))


def around(x, digits):
    """The value and its two neighbours."""
    for near in (x, math.nextafter(x, math.inf), math.nextafter(x, -math.inf)):
        add(near, digits)


# Percents as the kernel makes them, (hits / n) * 100 and the other order.
for hits, n in ((23, 160), (57, 20000), (1, 3), (2, 3), (1, 8), (5, 16), (1, 1)):
    for digits in range(7):
        add(hits / n * 100, digits)
        add(100 * hits / n, digits)
for n in (160, 320, 800, 1600, 5000, 20000):
    for _ in range(100):
        add(random.randint(0, n) / n * 100, random.choice((0, 1, 2, 3, 4)))

# Exact halves at the cut: m / 2^k with k = digits + 1 ends in 5 there.
for digits in range(0, 16):
    for _ in range(42):
        odd = 2 * random.randrange(1 << random.randint(1, 20)) + 1
        around(odd / 2 ** (digits + 1), digits)

# As near to halves as floats come: decimals that end in 5.
for digits in range(0, 23):
    for _ in range(55):
        whole = random.randrange(10 ** random.randint(1, min(15, digits + 4)))
        around(float(Fraction(10 * whole + 5, 10 ** (digits + 1))), digits)

# Where the floats become coarser than the decimals: near 2^53 / 10^digits.
for digits in range(0, 23):
    around(float(Fraction(2**53, 10**digits)), digits)
    around(float(Fraction(2**53 - 1, 10**digits)), digits)
    for _ in range(12):
        near = 2**53 + random.randint(-40, 40)
        around(float(Fraction(2 * near + 1, 2 * 10**digits)), digits)

# Zero, subnormals, the ends, integers, and any bits at all.
for digits in range(0, 23):
    for x in (0.0, 5e-324, 1e-320, of_bits(0x000FFFFFFFFFFFFF), 2.2250738585072014e-308):
        add(x, digits)
    for x in (1.7976931348623157e308, 1e22, 1e16, 2.0**52, 2.0**53, 2.0**54, 123456789.0):
        around(x, digits)
    for exponent in range(-30, 25, 3):
        add(random.uniform(1, 10) * 10.0**exponent, digits)
    for _ in range(8):
        add(of_bits(random.getrandbits(63)), digits)
for _ in range(1500):
    add(random.uniform(0, 100), random.randint(0, 15))
for _ in range(500):
    add(2.0 ** random.uniform(-80, 60), random.randint(0, 22))

for (value, digits), rounded in sorted(cases.items(), key=lambda case: (case[0][1], case[0][0])):
    print(f"{value},{digits},{rounded}")
