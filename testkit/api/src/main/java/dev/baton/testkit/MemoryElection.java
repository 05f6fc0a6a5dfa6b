package dev.baton.testkit;

import dev.baton.EndReason;
import dev.baton.LeaderInfo;
import dev.baton.Tenure;
import dev.baton.spi.Claim;
import dev.baton.spi.ContenderSettings;
import dev.baton.spi.LeaderWatcher;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import org.jspecify.annotations.Nullable;

/** One election of a memory store; guarded by the store. */
final class MemoryElection {
    final List<Tenure> reigns = new ArrayList<>(0);
    final CopyOnWriteArrayList<LeaderWatcher> watchers = new CopyOnWriteArrayList<>();

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

    void tell(Optional<LeaderInfo> leader) {
        watchers.forEach(watcher -> watcher.leaderChanged(leader));
    }

    void close(Holder ended, Instant when, EndReason reason) {
        int last = reigns.size() - 1;
        if (last >= 0 && reigns.get(last).epoch() == ended.epoch) {
            Tenure reign = reigns.get(last);
            reigns.set(
                    last,
                    new Tenure(
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
        private final ContenderSettings contest;
        private final Instant since;
        long renewedAt;
        boolean dead;

        Holder(MemoryBackend process, ContenderSettings contest, long epoch, long now, Instant since) {
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

        boolean isOwnedBy(MemoryBackend other, ContenderSettings by) {
            return process == other && contest.signals() == by.signals();
        }

        boolean matches(MemoryBackend other, Claim claim) {
            return process == other && epoch == claim.epoch() && instanceId.equals(claim.instanceId()) && !dead;
        }

        LeaderInfo leader(String election) {
            Optional<String> url = contest.url().isEmpty() ? Optional.empty() : Optional.of(contest.url());
            return new LeaderInfo(election, instanceId, epoch, since, url);
        }
    }
}
