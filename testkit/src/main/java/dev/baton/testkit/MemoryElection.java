package dev.baton.testkit;

import dev.baton.machine.EndReason;
import dev.baton.spi.Claim;
import dev.baton.spi.Contest;
import dev.baton.spi.LeaderRecord;
import dev.baton.spi.ReignRecord;
import dev.baton.spi.Watcher;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import org.jspecify.annotations.Nullable;

/** One election of a memory store; guarded by the store. */
final class MemoryElection {
    final List<ReignRecord> reigns = new ArrayList<>(0);
    final CopyOnWriteArrayList<Watcher> watchers = new CopyOnWriteArrayList<>();

    @Nullable
    Holder holder;

    long epoch;
    String reservedFor = "";
    long reservedUntil;

    void reserve(String successor, long until) {
        reservedFor = successor;
        reservedUntil = until;
    }

    boolean isReservedAgainst(String instanceId, long now) {
        return !reservedFor.isEmpty() && !reservedFor.equals(instanceId) && now < reservedUntil;
    }

    void tell(Optional<LeaderRecord> leader) {
        watchers.forEach(watcher -> watcher.leaderIs(leader));
    }

    void close(Holder ended, Instant when, EndReason reason) {
        int last = reigns.size() - 1;
        if (last >= 0 && reigns.get(last).epoch() == ended.epoch) {
            ReignRecord reign = reigns.get(last);
            reigns.set(
                    last,
                    new ReignRecord(
                            reign.epoch(),
                            reign.instanceId(),
                            reign.from(),
                            Optional.of(when),
                            Optional.of(reason.code())));
        }
    }

    /** Who holds the claim, and since when nothing was heard of it. */
    static final class Holder {
        final MemoryBackend process;
        final String instanceId;
        final long epoch;
        private final Contest contest;
        private final Instant since;
        long renewedAt;
        boolean dead;

        Holder(MemoryBackend process, Contest contest, long epoch, long now, Instant since) {
            this.process = process;
            this.contest = contest;
            this.instanceId = contest.instanceId();
            this.epoch = epoch;
            this.renewedAt = now;
            this.since = since;
        }

        boolean isAlive(long now, Duration patience) {
            return !dead && now - renewedAt < patience.toNanos();
        }

        Duration freeAfter(long now, Duration patience) {
            return Duration.ofNanos(Math.max(0, patience.toNanos() - (now - renewedAt)));
        }

        boolean isOwnedBy(MemoryBackend other, Contest by) {
            return process == other && contest.signals() == by.signals();
        }

        boolean matches(MemoryBackend other, Claim claim) {
            return process == other && epoch == claim.epoch() && instanceId.equals(claim.instanceId()) && !dead;
        }

        LeaderRecord leader(String election) {
            Optional<String> url = contest.url().isEmpty() ? Optional.empty() : Optional.of(contest.url());
            return new LeaderRecord(election, instanceId, epoch, since, url);
        }
    }
}
