package dev.baton.testkit.quorum;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;

class SimulateCommandTest {
    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final ByteArrayOutputStream err = new ByteArrayOutputStream();

    private int run(String... arguments) throws InterruptedException {
        return SimulateCommand.run(
                List.of(arguments),
                new PrintStream(out, true, StandardCharsets.UTF_8),
                new PrintStream(err, true, StandardCharsets.UTF_8));
    }

    @Test
    void manySchedulesPrintProgressAndStatistics() throws InterruptedException {
        assertThat(run("--schedules", "60", "--from", "7")).isZero();
        assertThat(out.toString(StandardCharsets.UTF_8)).contains("60 schedules", "seed 7", "highest term", "faults:");
        assertThat(err.toString(StandardCharsets.UTF_8)).contains("60 of 60 schedules", "events a second");
    }

    @Test
    void singleSchedulePrintsAllEvents() throws InterruptedException {
        assertThat(run("--seed", "3")).isZero();
        assertThat(out.toString(StandardCharsets.UTF_8)).contains("Campaign[", "RequestVote[", "seed 3: passed");
    }

    @Test
    void wholeMembersAreSimulatedOverStreams() throws InterruptedException {
        assertThat(run("--level", "member", "--seed", "3")).isZero();
        assertThat(out.toString(StandardCharsets.UTF_8))
                .contains("is connected with n01", "RequestVote[", "== leads", "seed 3: passed");
    }

    @Test
    void wholeMembersAreSimulatedWithWholeMessages() throws InterruptedException {
        assertThat(run("--level", "member", "--seed", "9")).isZero();
        assertThat(out.toString(StandardCharsets.UTF_8))
                .contains("\"note\":\"member\"", "RequestVote[", "== leads", "seed 9: passed")
                .doesNotContain("is connected with");
    }

    @Test
    void invalidArgumentsAreRefused() throws InterruptedException {
        assertThat(run("--schedules")).isEqualTo(2);
        assertThat(run("--speed", "3")).isEqualTo(2);
        assertThat(run("--level", "planet")).isEqualTo(2);
        assertThat(err.toString(StandardCharsets.UTF_8)).contains("usage: quorum-sim");
    }
}
