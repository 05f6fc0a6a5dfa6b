package dev.baton.node;

import dev.baton.BatonClock;
import dev.baton.BatonException;
import dev.baton.http.BearerToken;
import dev.baton.node.channel.ChannelMessage;
import dev.baton.node.channel.ControlChannel;
import dev.baton.node.control.JobService;
import dev.baton.node.control.JobService.LeaseRequest;
import dev.baton.node.control.WriteRefusal;
import dev.baton.node.database.JobDatabase;
import dev.baton.node.database.JobFilter;
import dev.baton.node.database.TermWriter;
import dev.baton.node.http.NodeAccess;
import dev.baton.node.http.NodeHttpServer.Address;
import dev.baton.node.job.JobOutcome;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.HttpURLConnection;
import java.net.Proxy;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * Runs a short term from its begin to the responses to clients, in a temporary database. Otherwise the first write of a new
 * leader would wait until hundreds of classes are loaded.
 */
final class LeaderWarmUp {
    private static final String NAME = "warm-up";
    private static final int ROUNDS = 20;

    private LeaderWarmUp() {}

    /** Warms up for this store. Returns false if that is not possible; then the first write is slower. */
    static boolean run(String store) {
        try {
            if (store.startsWith("sqlite:")) {
                runOnFile();
            } else {
                try (JobDatabase database = JobDatabase.temporary(store)) {
                    runTerm(database);
                }
            }
            return true;
        } catch (IOException | BatonException | WriteRefusal failed) {
            ControllerProcess.LOG.debug("warm-up failed; the first write as leader will be slower", failed);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
        return false;
    }

    private static void runOnFile() throws IOException, InterruptedException {
        Path directory = Files.createTempDirectory("baton-warm-up-");
        try (JobDatabase database = JobDatabase.open("sqlite:" + directory.resolve("warm-up.db"))) {
            runTerm(database);
        } finally {
            for (String name : List.of("warm-up.db", "warm-up.db-wal", "warm-up.db-shm")) {
                Files.deleteIfExists(directory.resolve(name));
            }
            Files.deleteIfExists(directory);
        }
    }

    /** Starts a controller on a free port, with a random token, and acts as its supervisor. */
    private static void runTerm(JobDatabase database) throws IOException, InterruptedException {
        Address anyPort = new Address("127.0.0.1", 0, Optional.empty());
        ControllerSettings settings =
                new ControllerSettings(NAME, anyPort, "http://" + NAME, database.describe(), Optional.empty());
        BearerToken token = BearerToken.random();
        ControlChannel channel = new ControlChannel(InputStream.nullInputStream(), OutputStream.nullOutputStream());
        try (ControllerProcess process =
                new ControllerProcess(settings, NodeAccess.onLoopback(Optional.of(token)), database, channel)) {
            process.begin();
            long epoch =
                    process.controller.raise(1, NAME, BatonClock.system().now().plus(Duration.ofMinutes(1)));
            process.handle(ChannelMessage.of("open").with("leader_epoch", epoch));
            for (int i = 0; i < ROUNDS; i++) {
                submit(process.port(), token);
                work(process.jobs);
            }
        }
    }

    private static void submit(int port, BearerToken token) throws IOException {
        HttpURLConnection request = (HttpURLConnection)
                URI.create("http://127.0.0.1:" + port + "/v1/jobs").toURL().openConnection(Proxy.NO_PROXY);
        request.setRequestMethod("POST");
        request.setRequestProperty("Authorization", token.header());
        request.setDoOutput(true);
        request.getOutputStream()
                .write("{\"name\":\"warm-up\",\"command\":[\"true\"]}".getBytes(StandardCharsets.UTF_8));
        try (InputStream response = request.getInputStream()) {
            response.readAllBytes();
        }
    }

    private static void work(JobService jobs) throws InterruptedException {
        TermWriter.Grant grant = jobs.lease(
                        new LeaseRequest(NAME, Duration.ZERO, Duration.ofSeconds(30), JobFilter.ANY), Optional.empty())
                .orElseThrow(() -> new BatonException("the submitted job is not queued"))
                .value();
        jobs.renew(grant.lease().id(), grant.lease().jobEpoch(), Optional.empty(), Optional.empty());
        JobOutcome succeeded = new JobOutcome(
                grant.job().id(), grant.lease().id(), grant.lease().jobEpoch(), true, Optional.of(0), Optional.empty());
        jobs.finish(succeeded, Optional.empty());
    }
}
