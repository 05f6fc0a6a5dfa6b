package dev.baton.examples.harness;

import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/**
 * The subscribers of one key, and the ledger of the key.
 *
 * <p>Checking an action and broadcasting it is one atomic step. All subscribers therefore receive the same frames in
 * the same order, an event always before its answer.
 */
final class RelayTopic {
    private final RelayLedger ledger = new RelayLedger();
    private final Set<JsonLineChannel> subscribers = new HashSet<>();

    /** Adds a subscriber. It receives everything from now on, but no earlier frames. */
    synchronized void join(JsonLineChannel subscriber) {
        subscribers.add(subscriber);
        subscriber.send(Map.of("type", "welcome"));
    }

    synchronized void leave(JsonLineChannel subscriber) {
        subscribers.remove(subscriber);
    }

    synchronized RelayVerdict post(RelayEvent event) {
        RelayVerdict verdict = ledger.post(event);
        if (verdict == RelayVerdict.ACCEPTED) {
            broadcast(event.frame("event"));
        }
        return verdict;
    }

    synchronized RelayVerdict submit(AgentAction action) {
        RelayVerdict verdict = ledger.submit(action);
        if (verdict == RelayVerdict.ACCEPTED) {
            broadcast(action.frame(action.surface().broadcastType()));
        }
        return verdict;
    }

    synchronized RelayStatistics statistics() {
        return ledger.statistics();
    }

    private void broadcast(Map<String, Object> frame) {
        subscribers.forEach(subscriber -> subscriber.send(frame));
    }
}
