package dev.baton.lab.engine;

import java.io.IOException;
import java.util.Map;

/** One replica of an application, which takes part in several elections. */
interface EngineReplica extends AutoCloseable {

    /** Waits until it takes part in all elections. */
    void awaitReady() throws Exception;

    /** Returns the elections that it has acquired since the last call, with the times of that. */
    Map<String, Long> acquired() throws Exception;

    /** Returns the number of threads of its processes. */
    long threads() throws IOException;

    /** Kills its processes. */
    void kill();

    @Override
    void close();
}
