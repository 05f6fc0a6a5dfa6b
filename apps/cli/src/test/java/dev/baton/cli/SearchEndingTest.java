package dev.baton.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Queue;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What counts as proof that the processes of a command are gone. */
// API-3: no process of a command outlives the leadership
class SearchEndingTest {
    private final Queue<Search> searches = new ArrayDeque<>();
    private Process watchdog;

    /** The result of one search. */
    private enum Search {
        UNKNOWN,
        FOUND,
        NONE
    }

    @BeforeEach
    void startWatchdog() throws IOException {
        watchdog = new ProcessBuilder("cat").start();
    }

    @AfterEach
    void end() {
        watchdog.destroyForcibly();
    }

    private boolean kill() throws IOException {
        Search next = searches.remove();
        if (next == Search.UNKNOWN) {
            throw new IOException("too many open files");
        }
        return next == Search.NONE;
    }

    @Test
    void onlyASearchThatFoundNothingProvesTheEnd() throws Exception {
        searches.addAll(List.of(Search.FOUND, Search.UNKNOWN, Search.FOUND, Search.UNKNOWN, Search.NONE));
        new SearchEnding(watchdog, this::kill).awaitGone();
        assertThat(searches).isEmpty();
    }

    @Test
    void endOfTheWatchdogProvesNothing() throws Exception {
        watchdog.destroyForcibly().waitFor();
        searches.addAll(List.of(Search.FOUND, Search.NONE));
        new SearchEnding(watchdog, this::kill).kill();
        assertThat(searches).isEmpty();
    }

    @Test
    void hungWatchdogIsKilledAfterTheCommandAndMayLeaveNothing() throws Exception {
        searches.addAll(List.of(Search.FOUND, Search.NONE, Search.FOUND, Search.NONE));
        new SearchEnding(watchdog, this::kill).kill();
        assertThat(watchdog.isAlive()).isFalse();
        assertThat(searches).isEmpty();
    }
}
