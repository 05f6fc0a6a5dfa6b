package dev.baton.node.agent;

import dev.baton.Leadership;
import java.io.IOException;
import java.io.InputStream;
import java.util.List;
import java.util.Map;

/** Starts commands, each in a process group of its own. */
public interface CommandLauncher {

    /**
     * Starts a command that has to be gone when its right is over, and when this process dies.
     *
     * @param right the lease: how long the command may live without news
     * @param environment what it finds in its environment beside ours
     */
    Running start(List<String> command, Leadership right, Map<String, String> environment) throws IOException;

    /** A command that was started. */
    interface Running {

        /** What it prints, both streams in one. */
        InputStream output();

        /** Waits until nothing of it is left; its exit code. */
        int await() throws InterruptedException;

        /** Ends all of it, with TERM and then KILL; returns when nothing is left. */
        void stop() throws InterruptedException;
    }
}
