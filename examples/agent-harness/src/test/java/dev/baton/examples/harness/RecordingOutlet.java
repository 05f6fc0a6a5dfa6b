package dev.baton.examples.harness;

import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CopyOnWriteArrayList;

/** A relay without sockets: judges with a ledger, and remembers what was sent to it. */
final class RecordingOutlet implements ActionOutlet {
    private final RelayLedger ledger;
    private final List<AgentAction> sent = new CopyOnWriteArrayList<>();

    RecordingOutlet(RelayLedger ledger) {
        this.ledger = ledger;
    }

    @Override
    public CompletionStage<RelayResponse> send(AgentAction act) {
        sent.add(act);
        synchronized (ledger) {
            return CompletableFuture.completedFuture(ledger.judge(act));
        }
    }

    List<AgentAction> sent() {
        return sent;
    }
}
