package dev.baton.node;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.BatonClock;
import dev.baton.node.channel.ChannelMessage;
import dev.baton.node.channel.ControlChannel;
import dev.baton.node.database.JobDatabase;
import dev.baton.node.http.NodeAccess;
import dev.baton.node.http.NodeHttpServer.Address;
import dev.baton.node.job.JobSpec;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the settings of a controller process cause. */
class ControllerProcessTest {
    private static final Duration LONG = Duration.ofSeconds(60);

    @TempDir
    Path directory;

    private ControllerSettings settings(String url, Optional<Duration> retention) {
        return new ControllerSettings(
                "a",
                new Address("127.0.0.1", 0, Optional.empty()),
                url,
                "sqlite:" + directory.resolve("node.db"),
                Optional.empty(),
                Optional.empty(),
                Duration.ZERO,
                retention);
    }

    private static ControllerProcess start(ControllerSettings settings, JobDatabase database) {
        ControlChannel channel = new ControlChannel(InputStream.nullInputStream(), OutputStream.nullOutputStream());
        return new ControllerProcess(settings, NodeAccess.onLoopback(Optional.empty()), database, channel);
    }

    @Test // NODE-10
    void advertisedUrlThatCannotBeReachedIsLogged() throws IOException {
        String url;
        try (ServerSocket closed = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            url = "http://127.0.0.1:" + closed.getLocalPort();
        }
        PrintStream before = System.err;
        ByteArrayOutputStream log = new ByteArrayOutputStream();
        System.setErr(new PrintStream(log, true, StandardCharsets.UTF_8));
        ControllerSettings settings = settings(url, Optional.empty());
        try (JobDatabase database = JobDatabase.open(settings.store());
                ControllerProcess process = start(settings, database)) {
            process.serve(settings);
            Awaitility.await()
                    .atMost(LONG)
                    .until(() -> log.toString(StandardCharsets.UTF_8)
                            .contains("node=a advertised_url_unreachable url=" + url + " cause="));
        } finally {
            System.setErr(before);
        }
    }

    @Test // NODE-5
    void retentionReachesTheController() {
        for (Optional<Duration> retention : List.of(Optional.of(Duration.ofDays(36_500)), Optional.<Duration>empty())) {
            ControllerSettings settings = settings("http://a", retention);
            assertThat(ControllerSettings.from(settings.toMessage())).isEqualTo(settings);
        }
    }

    @Test // NODE-5
    void leaderRemovesJobsThatEndedLongerAgoThanTheRetention() throws SQLException {
        ControllerSettings settings = settings("http://a", Optional.of(Duration.ofDays(1)));
        try (JobDatabase database = JobDatabase.open(settings.store());
                ControllerProcess process = start(settings, database)) {
            process.begin();
            long epoch = process.controller.raise(
                    1, "test", BatonClock.system().now().plus(Duration.ofMinutes(5)));
            process.handle(ChannelMessage.of("open").with("leader_epoch", epoch));
            String old = cancelledJob(process);
            String recent = cancelledJob(process);
            try (Connection connection = DriverManager.getConnection("jdbc:sqlite:" + directory.resolve("node.db"));
                    Statement statement = connection.createStatement()) {
                // Two days ago.
                statement.execute("UPDATE baton_jobs SET updated_ms = updated_ms - 172800000 WHERE id = '" + old + "'");
            }
            Awaitility.await().atMost(LONG).until(() -> database.job(old).isEmpty());
            assertThat(database.job(recent)).isPresent();
        }
    }

    private static String cancelledJob(ControllerProcess process) {
        JobSpec spec = new JobSpec("j", Optional.empty(), List.of(), Duration.ofHours(1), Optional.empty(), 0);
        String id = process.jobs
                .submit(spec, Optional.empty(), Optional.empty())
                .value()
                .orElseThrow()
                .job()
                .id();
        process.jobs.cancel(id, Optional.empty());
        return id;
    }
}
