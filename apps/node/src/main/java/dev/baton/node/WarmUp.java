package dev.baton.node;

import dev.baton.BatonClock;
import dev.baton.BatonException;
import dev.baton.node.channel.Message;
import dev.baton.node.channel.Wire;
import dev.baton.node.control.JobDesk;
import dev.baton.node.control.Refusal;
import dev.baton.node.http.Api.Address;
import dev.baton.node.http.Token;
import dev.baton.node.job.Outcome;
import dev.baton.node.ledger.Ledger;
import dev.baton.node.ledger.Writer;
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
final class WarmUp {
    private static final Logger LOG = LoggerFactory.getLogger("dev.baton");
    private static final String NAME = "warm-up";
    private static final int ROUNDS = 20;

    private WarmUp() {}

    /** Warms up for this store; false where that cannot be done, and the start is a cold one. */
    static boolean isDone(String store) {
        try {
            if (store.startsWith("sqlite:")) {
                inAFile();
            } else {
                try (Ledger ledger = Ledger.apart(store)) {
                    reign(ledger);
                }
            }
            return true;
        } catch (IOException | BatonException | Refusal cold) {
            LOG.debug("a cold start, then", cold);
        } catch (InterruptedException asked) {
            Thread.currentThread().interrupt();
        }
        return false;
    }

    private static void inAFile() throws IOException, InterruptedException {
        Path directory = Files.createTempDirectory("baton-warm-up-");
        try (Ledger ledger = Ledger.open("sqlite:" + directory.resolve("warm-up.db"))) {
            reign(ledger);
        } finally {
            for (String name : List.of("warm-up.db", "warm-up.db-wal", "warm-up.db-shm")) {
                Files.deleteIfExists(directory.resolve(name));
            }
            Files.deleteIfExists(directory);
        }
    }

    /** A controller on a port of its own, with a token that nobody else knows, and its supervisor in one. */
    private static void reign(Ledger ledger) throws IOException, InterruptedException {
        Address anywhere = new Address("127.0.0.1", 0, Optional.empty());
        ControllerSettings settings =
                new ControllerSettings(NAME, anywhere, "http://" + NAME, ledger.describe(), Optional.empty());
        Token token = Token.random();
        Pipe answers = Pipe.open();
        try (Pipe.SinkChannel said = answers.sink();
                Pipe.SourceChannel heard = answers.source()) {
            Wire child = new Wire(InputStream.nullInputStream(), Channels.newOutputStream(said));
            Wire supervisor = new Wire(Channels.newInputStream(heard), OutputStream.nullOutputStream());
            try (ControllerProcess controller = new ControllerProcess(settings, Optional.of(token), ledger, child)) {
                controller.begin();
                controller.obey(Message.of("raise")
                        .with("lock_epoch", 1L)
                        .with(BatonClock.system().now().plus(Duration.ofMinutes(1))));
                long epoch = answer(supervisor, "raised").fields().number("leader_epoch");
                controller.obey(Message.of("open").with("leader_epoch", epoch));
                answer(supervisor, "opened");
                for (int i = 0; i < ROUNDS; i++) {
                    submit(controller.port(), token);
                    work(controller.desk());
                }
                controller.obey(Message.of("close"));
            }
        }
    }

    private static Message answer(Wire wire, String verb) throws IOException {
        for (Optional<Message> message = wire.hear(); message.isPresent(); message = wire.hear()) {
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

    private static void submit(int port, Token token) throws IOException {
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

    private static void work(JobDesk desk) throws InterruptedException {
        Writer.Grant grant = desk.lease(
                        new JobDesk.Request(NAME, Duration.ZERO, Duration.ofSeconds(30), false), Optional.empty())
                .orElseThrow(() -> new BatonException("what was submitted is not there"))
                .value();
        desk.renew(grant.lease().id(), grant.lease().jobEpoch(), Optional.empty(), Optional.empty());
        Outcome done = new Outcome(
                grant.job().id(), grant.lease().id(), grant.lease().jobEpoch(), true, Optional.of(0), Optional.empty());
        desk.finish(done, Optional.empty());
    }
}
