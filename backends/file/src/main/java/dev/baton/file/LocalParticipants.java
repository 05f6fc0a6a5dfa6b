package dev.baton.file;

import dev.baton.EndReason;
import dev.baton.file.process.PeerProcesses;
import dev.baton.file.process.WakeupMessage;
import dev.baton.spi.Claim;
import dev.baton.spi.RenewOutcome;
import dev.baton.spi.TransferRequest;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** The candidates and observers of one backend. Passes events of other processes to them. Thread-safe. */
final class LocalParticipants implements PeerProcesses.PeerHandler {
    private final FileBackend backend;
    private final Map<String, List<FileContender>> contenders = new ConcurrentHashMap<>();
    private final Map<String, List<FileElectionWatch>> watches = new ConcurrentHashMap<>();
    private final AtomicBoolean checkScheduled = new AtomicBoolean();

    LocalParticipants(FileBackend backend) {
        this.backend = backend;
    }

    void add(FileContender contender) {
        contenders.compute(contender.election(), (name, all) -> with(all, contender));
    }

    void add(FileElectionWatch watch) {
        watches.compute(watch.election(), (name, all) -> with(all, watch));
    }

    void remove(FileContender contender) {
        contenders.computeIfPresent(contender.election(), (name, all) -> without(all, contender));
    }

    void remove(FileElectionWatch watch) {
        watches.computeIfPresent(watch.election(), (name, all) -> without(all, watch));
    }

    @Override
    public void messageReceived(WakeupMessage message) {
        switch (message.kind()) {
            case RELEASED -> {
                contendersOf(message.subject())
                        .forEach(contender -> contender.signals().tryNow());
                checkWatches(message.subject());
            }
            case ACQUIRED -> {
                verifyClaim(message.subject(), message.epoch());
                checkWatches(message.subject());
            }
            case CONTROL -> backend.roster().checkRequestsSoon();
            case LAGGED -> {
                forEachContender(contender -> contender.signals().tryNow());
                checkAllWatches();
            }
            case HELLO -> {}
        }
    }

    /** Another process reports a higher epoch: a leader that was frozen during the takeover checks its claim. */
    private void verifyClaim(String election, long epoch) {
        Optional<HeldClaim> outdated = backend.context().claims().of(election).filter(held -> held.epoch() < epoch);
        if (outdated.isEmpty()) {
            return;
        }
        HeldClaim held = outdated.get();
        Claim claim = new Claim(
                election,
                held.owner().instanceId(),
                held.epoch(),
                backend.context().clock().now());
        backend.renew(List.of(claim)).thenAccept(outcomes -> {
            if (outcomes.get(claim) instanceof RenewOutcome.Gone) {
                held.contender().signals().claimGone(held.epoch(), EndReason.TAKEN_OVER);
            }
        });
    }

    @Override
    public void processEnded(String process) {
        forEachContender(contender -> {
            if (contender.isBlockedBy(process)) {
                contender.signals().tryNow();
            }
        });
        checkAllWatches();
    }

    @Override
    public void tick() {
        checkAllWatches();
        backend.roster().checkRequestsSoon();
    }

    @Override
    public void peersConnected() {
        checkAllWatches();
    }

    @Override
    public int watchCount() {
        return watches.size();
    }

    void transferRequested(TransferRequest request) {
        contendersOf(request.election())
                .forEach(contender -> contender.signals().transferRequested(request));
    }

    Optional<FileContender> contender(String election, String instanceId) {
        return contendersOf(election).stream()
                .filter(contender -> contender.instanceId().equals(instanceId))
                .findFirst();
    }

    void close() {
        watches.values().forEach(all -> all.forEach(FileElectionWatch::close));
        watches.clear();
        contenders.clear();
    }

    private List<FileContender> contendersOf(String election) {
        return contenders.getOrDefault(election, List.of());
    }

    private void forEachContender(Consumer<FileContender> action) {
        contenders.values().forEach(all -> all.forEach(action));
    }

    private void checkWatches(String election) {
        watches.getOrDefault(election, List.of()).forEach(FileElectionWatch::checkSoon);
    }

    /** Checks all elections one by one on a separate thread, so that notifications do not wait for the round. */
    private void checkAllWatches() {
        if (!watches.isEmpty() && checkScheduled.compareAndSet(false, true)) {
            backend.runPeriodicCheck(() -> {
                checkScheduled.set(false);
                watches.values().forEach(all -> all.forEach(FileElectionWatch::check));
            });
        }
    }

    private static <T> List<T> with(@Nullable List<T> all, T added) {
        List<T> list = all == null ? new CopyOnWriteArrayList<>() : all;
        list.add(added);
        return list;
    }

    private static <T> @Nullable List<T> without(List<T> all, T removed) {
        all.remove(removed);
        return all.isEmpty() ? null : all;
    }
}
