package dev.baton.testkit.quorum;

/** Random numbers from a seed, the same on every machine and Java version. */
final class SeededRandom {
    private long state;

    SeededRandom(long seed) {
        state = seed * 0xD1342543DE82EF95L + 0x2545F4914F6CDD1DL;
    }

    long next() {
        state += 0x9E3779B97F4A7C15L;
        long mixed = state;
        mixed = (mixed ^ (mixed >>> 30)) * 0xBF58476D1CE4E5B9L;
        mixed = (mixed ^ (mixed >>> 27)) * 0x94D049BB133111EBL;
        return mixed ^ (mixed >>> 31);
    }

    int below(int bound) {
        return (int) (((next() >>> 33) * bound) >>> 31);
    }

    long between(long low, long high) {
        return low + (long) (unit() * (high - low));
    }

    double unit() {
        return (next() >>> 11) * 0x1.0p-53;
    }

    boolean oneIn(int chances) {
        return below(chances) == 0;
    }
}
