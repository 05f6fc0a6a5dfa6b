package dev.baton.cli;

import static org.assertj.core.api.Assumptions.assumeThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** Faults of the processes between a frozen baton and its command. A daemon of the command never outlives the deadline. */
// API-3: no process of a command outlives the leadership
@ParameterizedClass
@EnumSource(LeashLevel.class)
class LeashFaultsTest {
    private static final Duration LONG = Duration.ofMinutes(10);

    @TempDir
    Path directory;

    private final LeashLevel level;
    private Optional<BareLeash> leash = Optional.empty();

    LeashFaultsTest(LeashLevel level) {
        this.level = level;
    }

    @BeforeEach
    void levelWorksHere() {
        assumeThat(LeashProbe.OF_THIS_PROCESS.problem(level)).isEmpty();
    }

    @AfterEach
    void end() {
        leash.ifPresent(BareLeash::close);
    }

    @Test
    void daemonEndsWhenTheWatchdogIsKilled() throws Exception {
        BareLeash run = start(LONG, List.of(), EscapeForms.command(directory, "plain"));
        EscapeForms.awaitBeats(directory);
        Processes.signal("KILL", run.watchdog());
        run.assertAllEnd();
    }

    @Test
    void daemonEndsWhenTheWatchdogIsKilledAlthoughBatonIgnoresSignals() throws Exception {
        List<String> before = List.of("env", "--ignore-signal=TERM,USR1,HUP");
        BareLeash run = start(LONG, before, EscapeForms.command(directory, "plain"));
        EscapeForms.awaitBeats(directory);
        Processes.signal("KILL", run.watchdog());
        run.assertAllEnd();
    }

    @Test
    void daemonAndWatchdogEndWhenTheRunnerIsKilled() throws Exception {
        BareLeash run = start(LONG, List.of(), EscapeForms.command(directory, "plain"));
        EscapeForms.awaitBeats(directory);
        Processes.signal("KILL", run.runner());
        run.assertAllEnd();
    }

    @Test
    void daemonEndsWithoutGraceWhenTheWallClockIsSetForward() throws Exception {
        BareLeash run = BareLeash.start(directory, level, LONG.multipliedBy(2), LONG, List.of(), ignoringTerm());
        leash = Optional.of(run);
        EscapeForms.awaitBeats(directory);
        run.setWallClockForward();
        run.assertAllEnd();
    }

    @Test
    void graceEndsWhenTheWallClockIsSetForward() throws Exception {
        BareLeash run = BareLeash.start(directory, level, LONG.multipliedBy(2), LONG, List.of(), ignoringTerm());
        leash = Optional.of(run);
        EscapeForms.awaitBeats(directory);
        Processes.signal("TERM", run.watchdog());
        await().until(() -> Files.readString(directory.resolve("report")).contains("stopping"));
        run.setWallClockForward();
        run.assertAllEnd();
    }

    private List<String> ignoringTerm() {
        List<String> words =
                new ArrayList<>(List.of("sh", "-c", "trap '' TERM; \"$@\"; while :; do sleep 1; done", "sh"));
        words.addAll(EscapeForms.command(directory, "plain"));
        return words;
    }

    private BareLeash start(Duration validity, List<String> before, List<String> command) throws IOException {
        BareLeash started = BareLeash.start(directory, level, validity, before, command);
        leash = Optional.of(started);
        return started;
    }
}
