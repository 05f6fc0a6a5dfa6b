package dev.baton.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.baton.Baton;
import dev.baton.Candidate;
import dev.baton.CandidateSettings;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The outcome of a transfer, as {@code baton transfer --wait} reports it. */
class TransferCommandTest {
    private static final Duration TIMEOUT = Duration.ofSeconds(60);

    @TempDir
    Path directory;

    private final AtomicBoolean healthy = new AtomicBoolean(true);
    private @Nullable Baton connection;

    @BeforeEach
    void startLeaderAndStandby() {
        Baton baton = Baton.connect(store());
        connection = baton;
        Candidate leader = baton.election("job")
                .candidate(CandidateSettings.builder().instanceId("a").build());
        leader.start();
        await().atMost(TIMEOUT).until(leader::isLeader);
        baton.election("job")
                .candidate(CandidateSettings.builder()
                        .instanceId("b")
                        .healthCheck(healthy::get)
                        .healthInterval(Duration.ofMillis(100))
                        .build())
                .start();
        await().atMost(TIMEOUT).until(() -> baton.election("job").roster().size() == 2);
    }

    @AfterEach
    void close() {
        baton().close();
    }

    private Baton baton() {
        return Objects.requireNonNull(connection);
    }

    private String store() {
        return "file:" + directory.resolve("store");
    }

    @Test // API-8
    void waitEndsWhenTheTargetLeads() {
        Cli transfer = Cli.run("transfer", "job", "--to", "b", "--wait", "--on", store());
        assertThat(transfer.code()).as(transfer.err()).isZero();
        assertThat(transfer.out()).matches("sent\ndone after \\S+\n");
        assertThat(Cli.run("status", "job", "--on", store()).out()).contains("led by b");
    }

    @Test // API-8
    void waitReportsWhyTheLeaderRefused() {
        healthy.set(false);
        await().atMost(TIMEOUT)
                .until(() -> baton().election("job").roster().stream().anyMatch(status -> !status.healthy()));
        Cli transfer = Cli.run("transfer", "job", "--to", "b", "--wait", "--on", store());
        assertThat(transfer.code()).isEqualTo(1);
        assertThat(transfer.out()).isEqualTo("sent\n");
        assertThat(transfer.err()).contains("refused: b is unhealthy");
    }

    @Test // API-8
    void withoutWaitTheCommandPrintsOnlySent() {
        assertThat(Cli.run("transfer", "job", "--to", "a", "--on", store()).out())
                .isEqualTo("sent\n");
        assertThat(Cli.run("transfer", "job", "--to", "a", "--timeout", "1", "--on", store())
                        .err())
                .contains("--timeout needs --wait");
    }
}
