package dev.baton.file;

import dev.baton.ClockReading;
import dev.baton.EndReason;
import dev.baton.file.process.PeerProcesses;
import dev.baton.file.process.WakeupMessage;
import dev.baton.spi.Claim;
import dev.baton.spi.RenewOutcome;
import dev.baton.spi.TransferRequest;
import dev.baton.support.thread.CoalescedTask;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** The candidates and observers of one backend. Passes events of other processes to them. Thread-safe. */
final class LocalParticipants implements PeerProcesses.PeerHandler {
    private final FileBackend backend;
    private final Map<String, List<FileContender>> contenders = new ConcurrentHashMap<>();
    private final Map<String, List<FileElectionWatch>> watches = new ConcurrentHashMap<>();
    private final CoalescedTask checkAll;

    LocalParticipants(FileBackend backend) {
        this.backend = backend;
        this.checkAll = new CoalescedTask(
                backend::runPeriodicCheck,
                () -> watches.values().forEach(all -> all.forEach(FileElectionWatch::check)));
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
        outdated.ifPresent(held -> verify(Map.of(election, held)));
    }

    /**
     * Renews the claims, which restores what was lost of them, and ends the leaderships that another one has followed.
     * Returns whether the outcome of all is known.
     */
    private CompletableFuture<Boolean> verify(Map<String, HeldClaim> held) {
        ClockReading now = backend.context().clock().now();
        List<Claim> claims = held.entrySet().stream()
                .map(entry -> new Claim(
                        entry.getKey(),
                        entry.getValue().owner().instanceId(),
                        entry.getValue().epoch(),
                        now))
                .toList();
        return backend.renew(claims)
                .thenApply(outcomes -> {
                    outcomes.forEach((claim, outcome) -> {
                        HeldClaim ours = held.get(claim.election());
                        if (ours != null && outcome instanceof RenewOutcome.Gone) {
                            ours.contender().signals().claimGone(claim.epoch(), EndReason.TAKEN_OVER);
                        }
                    });
                    return outcomes.values().stream().noneMatch(RenewOutcome.Unknown.class::isInstance);
                })
                .toCompletableFuture();
    }

    @Override
    public CompletableFuture<Boolean> filesLost() {
        return verify(backend.context().claims().allOf(backend));
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
        if (!watches.isEmpty()) {
            checkAll.request();
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
