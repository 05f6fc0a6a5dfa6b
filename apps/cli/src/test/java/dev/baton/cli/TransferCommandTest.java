package dev.baton.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.baton.Baton;
import dev.baton.Candidate;
import dev.baton.CandidateSettings;
import dev.baton.CandidateState;
import dev.baton.InstanceStatus;
import dev.baton.spi.StatusJson;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.time.Instant;
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
    void waitEndsWithoutAnAnswer() throws IOException {
        String claim = "{\"instance_id\":\"frozen\",\"epoch\":1,\"pid\":"
                + ProcessHandle.current().pid() + ",\"claimed_at\":\""
                + StatusJson.time(Instant.now().plusSeconds(300)) + "\"}";
        Files.writeString(directory.resolve("store/locks/silent.lock"), claim);
        publishStandby("silent", "c");
        Cli transfer = Cli.run("transfer", "silent", "--to", "c", "--wait", "--timeout", "1", "--on", store());
        assertThat(transfer.code()).as(transfer.err()).isEqualTo(5);
        assertThat(transfer.out()).isEqualTo("sent\n");
        assertThat(transfer.err()).isEqualTo("baton: no answer within 1s; baton status shows who leads\n");
    }

    @Test // API-8
    void waitReportsATargetThatDoesNotLeadThoughTheLeaderAccepted() throws IOException {
        publishStandby("job", "c");
        Cli transfer = Cli.run("transfer", "job", "--to", "c", "--wait", "--timeout", "3", "--on", store());
        assertThat(transfer.code()).as(transfer.err()).isEqualTo(5);
        assertThat(transfer.err())
                .isEqualTo("baton: the leader accepted the transfer, but c does not lead within 3s\n");
    }

    /** Lists a standby that does not run. */
    private void publishStandby(String election, String id) throws IOException {
        InstanceStatus status =
                new InstanceStatus(election, id, false, CandidateState.FOLLOWER, 0, 0, true, Instant.now());
        Path draft = Files.writeString(directory.resolve("draft"), StatusJson.write(status) + "\n");
        Files.move(draft, directory.resolve("store/roster/" + id + ".jsonl"), StandardCopyOption.ATOMIC_MOVE);
        await().atMost(TIMEOUT)
                .until(() -> baton().election(election).roster().stream()
                        .anyMatch(known -> known.instanceId().equals(id)));
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
