package dev.baton.examples.harness;

import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CopyOnWriteArrayList;

/** A relay without sockets: submits actions to a ledger and records them. */
final class RecordingSender implements ActionSender {
    private final RelayLedger ledger;
    private final List<AgentAction> sent = new CopyOnWriteArrayList<>();

    RecordingSender(RelayLedger ledger) {
        this.ledger = ledger;
    }

    @Override
    public CompletionStage<RelayVerdict> send(AgentAction action) {
        sent.add(action);
        synchronized (ledger) {
            return CompletableFuture.completedFuture(ledger.submit(action));
        }
    }

    List<AgentAction> sent() {
        return sent;
    }
}
