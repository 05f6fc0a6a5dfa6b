package dev.baton.node.agent;

import dev.baton.Leadership;
import java.io.IOException;
import java.io.InputStream;
import java.util.List;
import java.util.Map;

/** Starts commands, each in its own process group. */
public interface CommandLauncher {

    /**
     * Starts a command that ends when the lease ends or when this process dies.
     *
     * @param lease the lease of the job
     * @param environment variables to add to the environment of this process
     */
    Running start(List<String> command, Leadership lease, Map<String, String> environment) throws IOException;

    /** A started command. */
    interface Running {

        /** Returns standard output and standard error as one stream. */
        InputStream output();

        /** Waits until the whole process group has ended and returns how. Idempotent. */
        CommandEnd await() throws InterruptedException;

        /** Ends the process group with TERM and then KILL. Returns when it has ended. Idempotent. */
        void stop() throws InterruptedException;
    }
}
