package dev.baton.testkit;

import dev.baton.EndReason;
import dev.baton.LeaderInfo;
import dev.baton.Tenure;
import dev.baton.spi.Claim;
import dev.baton.spi.ContenderSettings;
import dev.baton.spi.LeaderWatcher;
import dev.baton.spi.recipe.CommandRecord;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import org.jspecify.annotations.Nullable;

/** One election of a memory store, guarded by the lock of the store. */
final class MemoryElection {
    final List<Tenure> tenures = new ArrayList<>(0);
    final CopyOnWriteArrayList<LeaderWatcher> watchers = new CopyOnWriteArrayList<>();

    @Nullable
    Holder holder;

    long epoch;
    String reservedFor = "";
    long reservedUntil;
    Optional<CommandRecord> command = Optional.empty();

    void reserve(String successor, long until) {
        reservedFor = successor;
        reservedUntil = until;
    }

    boolean isReservedAgainst(String instanceId, long now) {
        return !reservedFor.isEmpty() && !reservedFor.equals(instanceId) && now < reservedUntil;
    }

    void notifyWatchers(Optional<LeaderInfo> leader) {
        watchers.forEach(watcher -> watcher.leaderChanged(leader));
    }

    /** Frees the claim and ends its tenure, which is always the last one. */
    void end(Instant when, EndReason reason) {
        holder = null;
        Tenure open = tenures.remove(tenures.size() - 1);
        tenures.add(new Tenure(
                open.epoch(), open.instanceId(), open.from(), Optional.of(when), Optional.of(reason.code())));
    }

    /** The holder of the claim, with the time of its last renewal. */
    static final class Holder {
        final MemoryBackend process;
        final String instanceId;
        final long epoch;
        private final ContenderSettings settings;
        private final Instant since;
        long renewedAt;
        boolean dead;

        Holder(MemoryBackend process, ContenderSettings settings, long epoch, long now, Instant since) {
            this.process = process;
            this.settings = settings;
            this.instanceId = settings.instanceId();
            this.epoch = epoch;
            this.renewedAt = now;
            this.since = since;
        }

        boolean isAlive(long now, Duration claimTimeout) {
            return !dead && now - renewedAt < claimTimeout.toNanos();
        }

        Duration freeAfter(long now, Duration claimTimeout) {
            return Duration.ofNanos(Math.max(0, claimTimeout.toNanos() - (now - renewedAt)));
        }

        boolean isOwnedBy(MemoryBackend other, ContenderSettings by) {
            return process == other && settings.signals() == by.signals();
        }

        boolean matches(MemoryBackend other, Claim claim) {
            return process == other && epoch == claim.epoch() && instanceId.equals(claim.instanceId()) && !dead;
        }

        LeaderInfo leader(String election) {
            Optional<String> url = settings.url().isEmpty() ? Optional.empty() : Optional.of(settings.url());
            return new LeaderInfo(election, instanceId, epoch, since, url);
        }
    }
}
