package dev.baton.sidecar;

import dev.baton.Candidate;
import dev.baton.Election;
import dev.baton.http.HostCheck;
import dev.baton.http.TokenFile;
import dev.baton.sidecar.answer.LeaderAnswers;
import dev.baton.sidecar.http.SidecarAccess;
import dev.baton.sidecar.http.SidecarServer;

/**
 * A candidate that programs in any language ask over HTTP whether it leads. It serves from its construction until it is
 * closed.
 *
 * <p>To stop: {@link #prepareStop()}, close the candidate, {@link #close()}. The order lets clients see that leadership has
 * ended before it is released.
 */
public final class Sidecar implements AutoCloseable {
    private final LeaderAnswers answers;
    private final SidecarServer server;

    /**
     * Starts the server.
     *
     * @param candidate a candidate of the election that is not started yet
     * @throws IllegalArgumentException if a setting cannot be used, such as a port that is in use
     */
    public Sidecar(Election election, Candidate candidate, SidecarSettings settings) {
        SidecarAccess access = new SidecarAccess(
                HostCheck.of(settings.host()), settings.tokenFile().map(TokenFile::in));
        this.answers = new LeaderAnswers(election, candidate, settings.url(), settings.longestGrant());
        try {
            this.server = new SidecarServer(settings.host(), settings.port(), access, answers);
        } catch (RuntimeException failed) {
            answers.close();
            throw failed;
        }
    }

    /** Returns the port that the sidecar listens on. */
    public int port() {
        return server.port();
    }

    /** Returns the address of the sidecar. */
    public String url() {
        return server.url();
    }

    /** Ends readiness, and answers from now on that this instance does not lead. */
    public void prepareStop() {
        answers.stop();
    }

    @Override
    public void close() {
        server.close();
        answers.close();
    }
}
