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
 * Receives NOTIFY messages of other processes: {@code began ELECTION EPOCH}, {@code released ELECTION EPOCH} and {@code
 * claim FRAME}. They are hints only; candidates and watches read the store before they act.
 */
record NotifyChannel(Set<PostgresContender> contenders, Set<PostgresElectionWatch> watches) {
    static final String CHANNEL = "baton";
    private static final Logger LOG = LoggerFactory.getLogger("dev.baton");

    NotifyChannel() {
        this(ConcurrentHashMap.newKeySet(), ConcurrentHashMap.newKeySet());
    }

    static String released(String election, long epoch) {
        return "released " + election + " " + epoch;
    }

    static String transfer(TransferRequest request) {
        return "claim " + StatusJson.write(request);
    }

    /** Handles one message. Any client can send on the channel, so malformed messages are ignored. */
    void receive(String payload) {
        try {
            if (payload.startsWith("claim ")) {
                TransferRequest request = StatusJson.readTransfer(payload.substring(6));
                contendersOf(request.election())
                        .forEach(contender -> contender.settings().signals().transferRequested(request));
                return;
            }
            String[] words = payload.split(" ", -1);
            if (words.length == 3) {
                changed(words[0], words[1], Long.parseLong(words[2]));
            }
        } catch (JsonException | NumberFormatException malformed) {
            LOG.debug("ignored a malformed notification on channel {}", CHANNEL, malformed);
        }
    }

    private void changed(String change, String election, long epoch) {
        if (change.equals("released")) {
            contendersOf(election).forEach(contender -> contender.tenureEnded(epoch));
        } else {
            contendersOf(election).forEach(PostgresContender::tenureBegan);
        }
        watches.stream().filter(watch -> watch.election().equals(election)).forEach(PostgresElectionWatch::refresh);
    }

    private List<PostgresContender> contendersOf(String election) {
        return contenders.stream()
                .filter(contender -> contender.election().equals(election))
                .toList();
    }

    /** Makes all candidates and watches read the store, because notifications may have been missed. */
    void refreshAll() {
        contenders.forEach(contender -> contender.settings().signals().tryNow());
        watches.forEach(PostgresElectionWatch::refresh);
    }

    /** Makes the watches read the store whose last read is too old. */
    void refreshStale() {
        watches.forEach(PostgresElectionWatch::refreshIfStale);
    }
}
