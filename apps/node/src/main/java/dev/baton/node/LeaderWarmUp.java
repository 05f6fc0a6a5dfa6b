package dev.baton.node;

import dev.baton.BatonClock;
import dev.baton.BatonException;
import dev.baton.node.channel.ChannelMessage;
import dev.baton.node.channel.ControlChannel;
import dev.baton.node.control.JobService;
import dev.baton.node.control.WriteRefusal;
import dev.baton.node.database.JobDatabase;
import dev.baton.node.database.TermWriter;
import dev.baton.node.http.BearerToken;
import dev.baton.node.http.NodeHttpServer.Address;
import dev.baton.node.job.JobOutcome;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.HttpURLConnection;
import java.net.Proxy;
import java.net.URI;
import java.nio.channels.Channels;
import java.nio.channels.Pipe;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Goes through a reign once, from its beginning to the answers that clients get, in a ledger of its own that is thrown
 * away: a standby's first write as leader would otherwise wait for hundreds of classes to be loaded.
 */
final class LeaderWarmUp {
    private static final Logger LOG = LoggerFactory.getLogger("dev.baton");
    private static final String NAME = "warm-up";
    private static final int ROUNDS = 20;

    private LeaderWarmUp() {}

    /** Warms up for this store; false where that cannot be done, and the start is a cold one. */
    static boolean isDone(String store) {
        try {
            if (store.startsWith("sqlite:")) {
                inAFile();
            } else {
                try (JobDatabase ledger = JobDatabase.apart(store)) {
                    reign(ledger);
                }
            }
            return true;
        } catch (IOException | BatonException | WriteRefusal cold) {
            LOG.debug("a cold start, then", cold);
        } catch (InterruptedException asked) {
            Thread.currentThread().interrupt();
        }
        return false;
    }

    private static void inAFile() throws IOException, InterruptedException {
        Path directory = Files.createTempDirectory("baton-warm-up-");
        try (JobDatabase ledger = JobDatabase.open("sqlite:" + directory.resolve("warm-up.db"))) {
            reign(ledger);
        } finally {
            for (String name : List.of("warm-up.db", "warm-up.db-wal", "warm-up.db-shm")) {
                Files.deleteIfExists(directory.resolve(name));
            }
            Files.deleteIfExists(directory);
        }
    }

    /** A controller on a port of its own, with a token that nobody else knows, and its supervisor in one. */
    private static void reign(JobDatabase ledger) throws IOException, InterruptedException {
        Address anywhere = new Address("127.0.0.1", 0, Optional.empty());
        ControllerSettings settings =
                new ControllerSettings(NAME, anywhere, "http://" + NAME, ledger.describe(), Optional.empty());
        BearerToken token = BearerToken.random();
        Pipe answers = Pipe.open();
        try (Pipe.SinkChannel said = answers.sink();
                Pipe.SourceChannel heard = answers.source()) {
            ControlChannel child = new ControlChannel(InputStream.nullInputStream(), Channels.newOutputStream(said));
            ControlChannel supervisor =
                    new ControlChannel(Channels.newInputStream(heard), OutputStream.nullOutputStream());
            try (ControllerProcess controller = new ControllerProcess(settings, Optional.of(token), ledger, child)) {
                controller.begin();
                controller.obey(ChannelMessage.of("raise")
                        .with("lock_epoch", 1L)
                        .with(BatonClock.system().now().plus(Duration.ofMinutes(1))));
                long epoch = answer(supervisor, "raised").fields().number("leader_epoch");
                controller.obey(ChannelMessage.of("open").with("leader_epoch", epoch));
                answer(supervisor, "opened");
                for (int i = 0; i < ROUNDS; i++) {
                    submit(controller.port(), token);
                    work(controller.desk());
                }
                controller.obey(ChannelMessage.of("close"));
            }
        }
    }

    private static ChannelMessage answer(ControlChannel wire, String verb) throws IOException {
        for (Optional<ChannelMessage> message = wire.hear(); message.isPresent(); message = wire.hear()) {
            if (message.get().verb().equals(verb)) {
                Optional<String> failed = message.get().fields().optionalText("failed");
                if (failed.isPresent()) {
                    throw new IOException(failed.get());
                }
                return message.get();
            }
        }
        throw new IOException("nothing was " + verb);
    }

    private static void submit(int port, BearerToken token) throws IOException {
        HttpURLConnection request = (HttpURLConnection)
                URI.create("http://127.0.0.1:" + port + "/v1/jobs").toURL().openConnection(Proxy.NO_PROXY);
        request.setRequestMethod("POST");
        request.setRequestProperty("Authorization", token.header());
        request.setDoOutput(true);
        request.getOutputStream()
                .write("{\"name\":\"warm-up\",\"command\":[\"true\"]}".getBytes(StandardCharsets.UTF_8));
        try (InputStream answer = request.getInputStream()) {
            answer.readAllBytes();
        }
    }

    private static void work(JobService desk) throws InterruptedException {
        TermWriter.Grant grant = desk.lease(
                        new JobService.Request(NAME, Duration.ZERO, Duration.ofSeconds(30), false), Optional.empty())
                .orElseThrow(() -> new BatonException("what was submitted is not there"))
                .value();
        desk.renew(grant.lease().id(), grant.lease().jobEpoch(), Optional.empty(), Optional.empty());
        JobOutcome done = new JobOutcome(
                grant.job().id(), grant.lease().id(), grant.lease().jobEpoch(), true, Optional.of(0), Optional.empty());
        desk.finish(done, Optional.empty());
    }
}
