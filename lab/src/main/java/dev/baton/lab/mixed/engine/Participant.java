package dev.baton.lab.mixed.engine;

import java.io.IOException;

/** A process that takes part in one or several elections, started again and again. */
public interface Participant {

    /** Returns its name, without the number of the start. */
    String name();

    /** Starts it unless it runs or has been ended. Each start has another name in the store. */
    void start() throws IOException;

    /** Kills it with {@code kill -9}. */
    void kill();

    /** Stops the process. */
    void freeze() throws IOException;

    /** Ends the freeze. */
    void thaw() throws IOException;

    /** Leaves an election in an orderly way, and returns to it a moment later. */
    void leave(String election) throws IOException;

    /** Ends it for good, in an orderly way. */
    void end() throws IOException;
}
