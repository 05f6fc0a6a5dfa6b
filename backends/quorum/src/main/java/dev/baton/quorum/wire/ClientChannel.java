package dev.baton.quorum.wire;

import java.io.IOException;
import java.util.function.Consumer;

/** A line of somebody who has the key but is no member to one member: notes go out, notes come in. */
public interface ClientChannel extends AutoCloseable {

    /** Sends a note. From any thread. */
    void send(String note) throws IOException;

    /** Hears notes until the line breaks, which is an exception. */
    void hear(Consumer<String> ears) throws IOException;

    @Override
    void close();

    /** How a client reaches a member. */
    @FunctionalInterface
    interface Caller {

        /** A line to that member; waits for it, at most a few seconds. */
        ClientChannel call(String client, String member) throws IOException;
    }
}
