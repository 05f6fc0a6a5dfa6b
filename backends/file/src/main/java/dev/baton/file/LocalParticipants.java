package dev.baton.file;

import dev.baton.EndReason;
import dev.baton.file.process.PeerProcesses;
import dev.baton.file.process.WakeupMessage;
import dev.baton.spi.Claim;
import dev.baton.spi.RenewOutcome;
import dev.baton.spi.TransferRequest;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** The candidates and observers of one backend, and what each of them has to hear. Thread-safe. */
final class LocalParticipants implements PeerProcesses.Resident {
    private final FileBackend backend;
    private final Map<String, List<FileContender>> contenders = new ConcurrentHashMap<>();
    private final Map<String, List<FileElectionWatch>> watches = new ConcurrentHashMap<>();
    private final AtomicBoolean rounds = new AtomicBoolean();

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
    public void poked(WakeupMessage poke) {
        switch (poke.kind()) {
            case RELEASED -> {
                contendersOf(poke.about())
                        .forEach(contender -> contender.signals().tryNow());
                watchesOf(poke.about()).forEach(FileElectionWatch::lookSoon);
            }
            case ACQUIRED -> {
                checkClaim(poke.about(), poke.epoch());
                watchesOf(poke.about()).forEach(FileElectionWatch::lookSoon);
            }
            case CONTROL -> backend.fileRoster().lookForRequests();
            case LAGGED -> {
                everyContender(contender -> contender.signals().tryNow());
                everyWatch();
            }
            case HELLO -> {}
        }
    }

    /** Somebody says he leads: a leader that slept through it learns it now, from the files. */
    private void checkClaim(String election, long epoch) {
        Optional<HeldClaim> held = backend.household().claims().of(election).filter(mine -> mine.epoch() < epoch);
        if (held.isEmpty()) {
            return;
        }
        HeldClaim mine = held.get();
        Claim claim = new Claim(
                election,
                mine.owner().instanceId(),
                mine.epoch(),
                backend.surroundings().clock().now());
        backend.renew(List.of(claim)).thenAccept(outcomes -> {
            if (outcomes.get(claim) instanceof RenewOutcome.Gone) {
                mine.contender().signals().claimGone(mine.epoch(), EndReason.TAKEN_OVER);
            }
        });
    }

    @Override
    public void ended(String process) {
        everyContender(contender -> {
            if (contender.isBlockedByProcess(process)) {
                contender.signals().tryNow();
            }
        });
        everyWatch();
    }

    @Override
    public void tick() {
        everyWatch();
        backend.fileRoster().lookForRequests();
    }

    @Override
    public void met() {
        everyWatch();
    }

    @Override
    public int watches() {
        return watches.size();
    }

    void requested(TransferRequest frame) {
        contendersOf(frame.election()).forEach(contender -> contender.signals().transferRequested(frame));
    }

    boolean hasContenders() {
        return !contenders.isEmpty();
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

    private Collection<FileContender> contendersOf(String election) {
        return contenders.getOrDefault(election, List.of());
    }

    private Collection<FileElectionWatch> watchesOf(String election) {
        return watches.getOrDefault(election, List.of());
    }

    private void everyContender(Consumer<FileContender> action) {
        contenders.values().forEach(all -> all.forEach(action));
    }

    /** One after the other, on a thread of their own: news about one of them is looked at meanwhile. */
    private void everyWatch() {
        if (!watches.isEmpty() && rounds.compareAndSet(false, true)) {
            backend.inTurn(() -> {
                rounds.set(false);
                watches.values().forEach(all -> all.forEach(FileElectionWatch::look));
            });
        }
    }

    private static <T> List<T> with(@Nullable List<T> all, T one) {
        List<T> more = all == null ? new CopyOnWriteArrayList<>() : all;
        more.add(one);
        return more;
    }

    private static <T> @Nullable List<T> without(List<T> all, T one) {
        all.remove(one);
        return all.isEmpty() ? null : all;
    }
}
