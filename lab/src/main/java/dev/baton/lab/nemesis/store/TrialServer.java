package dev.baton.lab.nemesis.store;

import java.io.IOException;

/** A server that a trial has started. */
interface TrialServer {
    int port();

    /** Kills the server with {@code kill -9}. */
    void kill() throws Exception;

    /** Stops the server in an orderly way. */
    void stop() throws Exception;

    /** Starts the server again, with its data. */
    void start() throws Exception;

    /** Sends a signal to all processes of the server. */
    void signal(String name) throws IOException;

    void close() throws IOException;
}
