package dev.baton.kubernetes;

/** A candidate of another program. */
interface ForeignElector extends AutoCloseable {

    boolean leads();

    /** Returns when it began to lead, in nanoseconds of this JVM. */
    long leadsSince();

    /** Gives up leadership, and returns when it no longer leads, in nanoseconds of this JVM. */
    long resign() throws Exception;

    @Override
    void close();
}
