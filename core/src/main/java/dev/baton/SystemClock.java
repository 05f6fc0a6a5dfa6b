package dev.baton;

/** The clocks of this machine. */
enum SystemClock implements BatonClock {
    INSTANCE;

    @Override
    public long nanos() {
        return System.nanoTime();
    }

    @Override
    public long wallMillis() {
        return System.currentTimeMillis();
    }
}
