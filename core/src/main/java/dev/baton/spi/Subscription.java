package dev.baton.spi;

/** Something that can be ended. */
public interface Subscription extends AutoCloseable {

    /** Ends it; nothing is delivered after this returns, except what is being delivered. Idempotent. */
    @Override
    void close();
}
