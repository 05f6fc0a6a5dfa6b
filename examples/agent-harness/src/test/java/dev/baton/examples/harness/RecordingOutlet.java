package dev.baton.examples.harness;

import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CopyOnWriteArrayList;

/** A relay without sockets: judges with a ledger, and remembers what was sent to it. */
final class RecordingOutlet implements Outlet {
    private final Ledger ledger;
    private final List<Act> sent = new CopyOnWriteArrayList<>();

    RecordingOutlet(Ledger ledger) {
        this.ledger = ledger;
    }

    @Override
    public CompletionStage<Verdict> send(Act act) {
        sent.add(act);
        synchronized (ledger) {
            return CompletableFuture.completedFuture(ledger.judge(act));
        }
    }

    List<Act> sent() {
        return sent;
    }
}
