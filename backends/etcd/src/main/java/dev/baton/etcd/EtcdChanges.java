package dev.baton.etcd;

import dev.baton.EndReason;
import dev.baton.etcd.gateway.KeyValue;
import dev.baton.spi.StatusJson;
import dev.baton.spi.TransferRequest;
import dev.baton.spi.recipe.Seat;
import dev.baton.spi.recipe.TenureWatch;
import dev.baton.support.json.Json;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;

/** Turns changes of the keys into signals of candidates and calls of observers. Never waits for etcd. */
final class EtcdChanges implements EtcdMirror.Listener {
    private final EtcdContext context;
    private final List<TenureWatch> watches = new CopyOnWriteArrayList<>();

    EtcdChanges(EtcdContext context) {
        this.context = context;
    }

    void add(TenureWatch watch) {
        watches.add(watch);
    }

    void remove(TenureWatch watch) {
        watches.remove(watch);
    }

    List<TenureWatch> watches() {
        return watches;
    }

    @Override
    public void changed(Set<String> elections) {
        elections.forEach(this::signal);
        watches.stream().filter(watch -> elections.contains(watch.election())).forEach(TenureWatch::pollLater);
    }

    @Override
    public void readAgain() {
        context.local().elections().forEach(this::signal);
        watches.forEach(TenureWatch::pollLater);
        context.session()
                .lease()
                .ifPresent(lease -> context.mirror().electionsOf(lease).stream()
                        .filter(election -> context.seats().of(election).isEmpty())
                        .forEach(election -> context.threads()
                                .run(election, () -> new EtcdRemoval(context).removeLeftOver(election, lease))));
    }

    @Override
    public void transferRequested(String request) {
        Optional<TransferRequest> read = Json.ifWellFormed(() -> StatusJson.readTransfer(request));
        read.ifPresent(found -> context.local()
                .of(found.election())
                .forEach(one -> one.signals().transferRequested(found)));
    }

    private void signal(String election) {
        List<EtcdContender> contenders = context.local().of(election);
        Optional<EtcdSnapshot> snapshot =
                contenders.isEmpty() ? Optional.empty() : context.mirror().snapshot(election);
        if (snapshot.isEmpty()) {
            return;
        }
        signalSuccessor(election, snapshot.get());
        Optional<Seat<EtcdContender, EtcdLease>> seat = context.seats().of(election);
        if (seat.isPresent()) {
            signal(election, seat.get(), snapshot.get());
        } else if (snapshot.get().candidates().isEmpty()) {
            contenders.forEach(contender -> contender.signals().tryNow());
        }
    }

    /**
     * A named successor tries at once, although it lets others go first after its own tenure. Repeated, because the
     * request itself may have arrived before that tenure was over.
     */
    void signalSuccessors() {
        for (String election : context.mirror().reservedElections()) {
            context.mirror().snapshot(election).ifPresent(snapshot -> signalSuccessor(election, snapshot));
        }
    }

    private void signalSuccessor(String election, EtcdSnapshot snapshot) {
        Optional<KeyValue> reservation =
                snapshot.reservation().filter(reserved -> snapshot.leader().isEmpty());
        reservation.ifPresent(reserved -> context.local().of(election).stream()
                .filter(contender -> contender.instanceId().equals(reserved.value()))
                .forEach(contender -> contender
                        .signals()
                        .transferRequested(new TransferRequest(
                                election, contender.instanceId(), "reserved-" + reserved.modRevision()))));
    }

    private void signal(String election, Seat<EtcdContender, EtcdLease> seat, EtcdSnapshot snapshot) {
        Optional<KeyValue> own = snapshot.keyOf(seat.key()).filter(key -> key.createRevision() == seat.revision());
        // The copy may be older than the key.
        boolean deleted =
                own.isEmpty() && seat.revision() > 0 && context.mirror().revision() >= seat.revision();
        switch (seat.use()) {
            case LEADING -> {
                if (deleted && context.seats().remove(election, seat)) {
                    seat.contender().signals().claimGone(seat.epoch(), EndReason.TAKEN_OVER);
                }
            }
            case STANDING -> {
                if (deleted && context.seats().remove(election, seat)) {
                    seat.contender().signals().tryNow();
                } else if (own.isPresent() && snapshot.lowest().equals(own)) {
                    lead(election, seat, snapshot, own.get());
                }
            }
            case REMOVING -> {}
        }
    }

    /** The key is the lowest: the candidate tries, or lets a named successor or a higher priority go first. */
    private void lead(String election, Seat<EtcdContender, EtcdLease> seat, EtcdSnapshot snapshot, KeyValue own) {
        boolean yields =
                snapshot.reservedForOther(seat.contender().instanceId()).isPresent() || snapshot.isOutranked(own);
        if (yields) {
            context.threads()
                    .run(election, () -> seat.contender().removal().remove(election, seat, EndReason.SESSION_CLOSED));
        } else {
            context.seats().touch(election);
            seat.contender().signals().tryNow();
        }
    }
}
