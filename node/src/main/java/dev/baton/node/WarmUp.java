package dev.baton.node;

import dev.baton.BatonException;
import dev.baton.node.control.Mandate;
import dev.baton.node.job.JobOrder;
import dev.baton.node.job.Outcome;
import dev.baton.node.ledger.Ledger;
import dev.baton.node.ledger.Writer;
import dev.baton.spi.Clock;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Goes through a leader's writes once, in a ledger of its own that is thrown away: a standby's first write as leader
 * would otherwise wait for hundreds of classes to be loaded.
 */
final class WarmUp {
    private static final Logger LOG = LoggerFactory.getLogger("dev.baton");
    private static final int ROUNDS = 5;

    private WarmUp() {}

    /** Warms up for this store; where that cannot be done, the start is a cold one. */
    static void run(String store) {
        try {
            if (store.startsWith("sqlite:")) {
                inAFile();
            } else {
                try (Ledger ledger = Ledger.apart(store)) {
                    write(ledger);
                }
            }
        } catch (IOException | BatonException cold) {
            LOG.debug("a cold start, then", cold);
        }
    }

    private static void inAFile() throws IOException {
        Path directory = Files.createTempDirectory("baton-warm-up-");
        try (Ledger ledger = Ledger.open("sqlite:" + directory.resolve("warm-up.db"))) {
            write(ledger);
        } finally {
            for (String name : List.of("warm-up.db", "warm-up.db-wal", "warm-up.db-shm")) {
                Files.deleteIfExists(directory.resolve(name));
            }
            Files.deleteIfExists(directory);
        }
    }

    private static void write(Ledger ledger) {
        Mandate lent = new Mandate("warm-up", 1, Clock.system().now().plus(Duration.ofMinutes(1)), Clock.system());
        long epoch = ledger.beginTerm("warm-up", "http://warm-up", 1, lent::withEpoch)
                .leaderEpoch();
        Writer writer = new Writer(ledger, lent.withEpoch(epoch));
        JobOrder order =
                new JobOrder("warm-up", Optional.empty(), List.of("true"), Duration.ofSeconds(1), Optional.empty(), 0);
        for (int i = 0; i < ROUNDS; i++) {
            writer.submit(order, Optional.empty());
            Writer.Grant grant =
                    writer.grant("warm-up", Duration.ofSeconds(30), false).orElseThrow();
            writer.renew(grant.lease().id(), grant.lease().jobEpoch(), Optional.empty(), false);
            writer.finish(
                    new Outcome(
                            grant.job().id(),
                            grant.lease().id(),
                            grant.lease().jobEpoch(),
                            true,
                            Optional.of(0),
                            Optional.empty()),
                    false);
        }
        ledger.liveLeases();
    }
}
