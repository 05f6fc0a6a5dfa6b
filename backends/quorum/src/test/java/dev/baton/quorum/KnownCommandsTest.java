package dev.baton.quorum;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.quorum.disk.BootInfo;
import dev.baton.quorum.disk.StateFolder;
import dev.baton.quorum.disk.TenureCommand;
import dev.baton.quorum.step.Membership;
import dev.baton.quorum.step.QuorumTiming;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class KnownCommandsTest {
    @TempDir
    Path path;

    private StateFolder folder;
    private KnownCommands known;

    @BeforeEach
    void open() throws IOException {
        folder = StateFolder.open(
                        path,
                        "a",
                        Membership.founding(List.of("a", "b")),
                        QuorumTiming.seed(),
                        new BootInfo("b00t"),
                        System.nanoTime())
                .folder();
        known = new KnownCommands(folder.commands());
    }

    @AfterEach
    void close() throws IOException {
        folder.close();
    }

    /** Returns a command whose number is its pid. */
    private static TenureCommand command(long epoch, long pid) {
        return new TenureCommand("nightly", epoch, pid, "b", "b", "1 abc-def 4026531836 " + pid + " 90210");
    }

    @Test // RUN-2
    void highestEpochWins() throws IOException {
        assertThat(known.keep(command(4, 1))).isTrue();
        assertThat(known.keep(command(6, 2))).isTrue();
        assertThat(known.keep(command(5, 3))).isFalse();
        known.learn(command(5, 4));
        assertThat(known.newest("nightly")).contains(command(6, 2));
        known.learn(command(7, 5));
        assertThat(known.newest("nightly")).contains(command(7, 5));
        assertThat(known.newest("orders")).isEmpty();
    }

    @Test // RUN-2
    void secondCommandOfATenureReplacesTheFirst() throws IOException {
        known.keep(command(4, 1));
        assertThat(known.keep(command(4, 2))).isTrue();
        assertThat(known.newest("nightly")).contains(command(4, 2));
        known.learn(command(4, 1));
        assertThat(known.keep(command(4, 1))).isFalse();
        assertThat(known.newest("nightly")).contains(command(4, 2));
    }

    @Test // RUN-2
    void keptCommandSurvivesARestartAndALearnedOneDoesNot() throws IOException {
        known.keep(command(4, 1));
        known.learn(command(5, 2));
        folder.close();
        open();
        assertThat(known.newest("nightly")).contains(command(4, 1));
    }

    @Test // RUN-2
    void learnedCommandIsWrittenWhenItsLeaderAsks() throws IOException {
        known.learn(command(5, 2));
        known.keep(command(5, 2));
        folder.close();
        open();
        assertThat(known.newest("nightly")).contains(command(5, 2));
    }

    @Test // RUN-2
    void forgetsOnlyTheSameCommand() throws IOException {
        known.keep(command(4, 1));
        known.forget(command(4, 2));
        known.forget(command(3, 1));
        assertThat(known.newest("nightly")).isPresent();
        known.forget(command(4, 1));
        assertThat(known.newest("nightly")).isEmpty();
    }
}
