package dev.baton.internal.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

/** What {@code stop()} and {@code close()} do about the listeners of the end. */
class ListenerWaitTest {

    @Test // PG-5, PG-6
    void listenerThatDoesNotReturnInTimeIsReported() {
        assertThat(loggedWhileAwaiting(new CompletableFuture<>())).contains("a listener has not returned within 1 ms");
    }

    @Test // PG-5, PG-6
    void listenersThatHaveReturnedAreNot() {
        assertThat(loggedWhileAwaiting(CompletableFuture.allOf())).isEmpty();
    }

    private static String loggedWhileAwaiting(CompletableFuture<Void> delivered) {
        PrintStream before = System.err;
        ByteArrayOutputStream log = new ByteArrayOutputStream();
        System.setErr(new PrintStream(log, true, StandardCharsets.UTF_8));
        try {
            CandidateRuntime.awaitListeners(delivered, Duration.ofMillis(1));
        } finally {
            System.setErr(before);
        }
        return log.toString(StandardCharsets.UTF_8);
    }
}
