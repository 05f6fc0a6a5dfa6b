package dev.baton.quorum.wire;

import java.io.IOException;
import java.util.function.Consumer;

/** A connection of a client to one member. A client has the cluster key but is not a member. */
public interface ClientChannel extends AutoCloseable {

    /** Sends a note. Thread-safe. */
    void send(String note) throws IOException;

    /** Passes received notes to the consumer until the connection ends. Returns only by an exception. */
    void receive(Consumer<String> notes) throws IOException;

    @Override
    void close();

    /** Connects clients to members. */
    @FunctionalInterface
    interface Connector {

        /** Connects to the member. Blocks for at most a few seconds. */
        ClientChannel connect(String client, String member) throws IOException;
    }
}
