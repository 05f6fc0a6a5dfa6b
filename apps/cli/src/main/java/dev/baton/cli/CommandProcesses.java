package dev.baton.cli;

import java.io.IOException;

/** The processes of a command that is not in a pid namespace, as this process finds them, without starting another one. */
interface CommandProcesses {

    /**
     * Kills those that it finds. Does not wait for their end.
     *
     * @return whether it is proven that there is none; after a kill, only the next call can return true
     * @throws IOException if that is unknown
     */
    boolean kill() throws IOException;
}
