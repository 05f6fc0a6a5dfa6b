package dev.baton.lab.peers;

import dev.baton.support.thread.NamedThreads;
import java.io.IOException;
import java.io.UncheckedIOException;

/** Ends what a trial has started, when the command is interrupted. */
record CleanUp(TrialMembers processes, PeerGround ground) {

    Thread thread() {
        return NamedThreads.daemon("peers-end", this::run);
    }

    private void run() {
        processes.close();
        try {
            ground.close();
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }
}
