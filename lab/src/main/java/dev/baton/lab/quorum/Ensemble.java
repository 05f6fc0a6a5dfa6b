package dev.baton.lab.quorum;

import java.io.IOException;
import java.util.List;

/** Three processes of one engine, each with its usual settings, of which one leads. */
interface Ensemble extends AutoCloseable {
    List<String> IDS = List.of("n1", "n2", "n3");

    /**
     * Who leads.
     *
     * @param at since when, as the one that says so knows it, in monotonic nanoseconds
     */
    record Leader(String id, long at) {}

    /** Starts one; returns when it takes part. */
    void start(String id) throws IOException, InterruptedException;

    /** Ends one as {@code kill -9} does, without waiting. */
    void kill(String id);

    void awaitEnd(String id) throws InterruptedException;

    /** The memory that it has touched, in MiB. */
    double residentMiB(String id) throws IOException;

    /** The next leader who is not that one, as soon as it is announced. */
    Leader awaitLeader(String but) throws IOException, InterruptedException;

    @Override
    void close();
}
