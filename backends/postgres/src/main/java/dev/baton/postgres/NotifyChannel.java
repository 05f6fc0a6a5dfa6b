package dev.baton.postgres;

import dev.baton.spi.StatusJson;
import dev.baton.spi.TransferRequest;
import dev.baton.support.json.JsonException;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What processes tell each other by NOTIFY: hints, never facts. {@code began ELECTION EPOCH}, {@code
 * released ELECTION EPOCH}, {@code claim FRAME}.
 */
final class NotifyChannel {
    static final String CHANNEL = "baton";
    private static final Logger LOG = LoggerFactory.getLogger("dev.baton");

    private final Set<PostgresContender> contenders = ConcurrentHashMap.newKeySet();
    private final Set<PostgresElectionWatch> watches = ConcurrentHashMap.newKeySet();

    void add(PostgresContender contender) {
        contenders.add(contender);
    }

    void remove(PostgresContender contender) {
        contenders.remove(contender);
    }

    void add(PostgresElectionWatch watch) {
        watches.add(watch);
    }

    void remove(PostgresElectionWatch watch) {
        watches.remove(watch);
    }

    static String began(String election, long epoch) {
        return "began " + election + " " + epoch;
    }

    static String released(String election, long epoch) {
        return "released " + election + " " + epoch;
    }

    static String claim(TransferRequest frame) {
        return "claim " + StatusJson.write(frame);
    }

    /** One notification, of any origin: what makes no sense is passed over. */
    void read(String payload) {
        try {
            if (payload.startsWith("claim ")) {
                TransferRequest frame = StatusJson.readClaim(payload.substring(6));
                of(frame.election()).forEach(contender -> contender.signals().transferRequested(frame));
                return;
            }
            String[] words = payload.split(" ", -1);
            if (words.length == 3) {
                changed(words[0], words[1], Long.parseLong(words[2]));
            }
        } catch (JsonException | NumberFormatException notOurs) {
            LOG.debug("a notification on channel {} makes no sense", CHANNEL, notOurs);
        }
    }

    private void changed(String what, String election, long epoch) {
        if (what.equals("released")) {
            of(election).forEach(contender -> contender.isFree(epoch));
        } else {
            of(election).forEach(PostgresContender::hasBegun);
        }
        watches.stream().filter(watch -> watch.election().equals(election)).forEach(PostgresElectionWatch::lookSoon);
    }

    private List<PostgresContender> of(String election) {
        return contenders.stream()
                .filter(contender -> contender.election().equals(election))
                .toList();
    }

    /** Notifications may have been missed. */
    void missedSome() {
        contenders.forEach(contender -> contender.signals().tryNow());
        watches.forEach(PostgresElectionWatch::lookSoon);
    }

    /** Some time has passed: knowledge that is not confirmed grows old. */
    void tick() {
        watches.forEach(PostgresElectionWatch::lookIfOld);
    }
}
