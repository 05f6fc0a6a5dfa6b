package dev.baton.micrometer;

import dev.baton.Candidate;
import dev.baton.CandidateState;
import dev.baton.Election;
import dev.baton.LeaderInfo;
import dev.baton.LeaderObservation;
import dev.baton.spi.ElectionMetrics;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.Tags;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Observes an election: counts the elected leaders and measures how long elections take. */
final class ElectionObserver {
    private final MeterSet meters;
    private final OverlapGauge overlaps;
    private final LeaderObservation observation;
    private long leaderlessSince = System.nanoTime();
    private Optional<Duration> convergence = Optional.empty();
    private long elections;
    private long lastEpoch;
    private String lastLeader = "";
    private @Nullable Meter lastLeaderInfo;
    private boolean closed;

    ElectionObserver(Election election, MeterSet meters) {
        this.meters = meters;
        this.overlaps = new OverlapGauge(election);
        this.observation = election.observe(this::leaderChanged);
    }

    OverlapGauge overlaps() {
        return overlaps;
    }

    private synchronized void leaderChanged(Optional<LeaderInfo> leader) {
        overlaps.invalidate();
        if (closed) {
            return;
        }
        if (leader.isEmpty()) {
            leaderlessSince = System.nanoTime();
        } else if (isNew(leader.get())) {
            elected(leader.get());
        }
    }

    /** A leader of another program may have no epoch: then it is new after a leaderless period or with another name. */
    private boolean isNew(LeaderInfo leader) {
        return leader.confirmedEpoch().isPresent()
                ? leader.epoch() > lastEpoch
                : leaderlessSince != 0 || !leader.instanceId().equals(lastLeader);
    }

    private void elected(LeaderInfo leader) {
        // Without a leaderless period in between, the election took no measurable time.
        long took = leaderlessSince == 0 ? 0 : System.nanoTime() - leaderlessSince;
        convergence = Optional.of(Duration.ofNanos(took));
        leaderlessSince = 0;
        elections++;
        lastEpoch = Math.max(lastEpoch, leader.epoch());
        if (!leader.instanceId().equals(lastLeader)) {
            lastLeader = leader.instanceId();
            if (lastLeaderInfo != null) {
                meters.remove(lastLeaderInfo);
            }
            lastLeaderInfo = meters.gauge(
                    "baton.last.leader.info",
                    "Instance id of the last leader.",
                    Tags.of("leader_id", lastLeader),
                    () -> 1);
        }
    }

    synchronized ElectionMetrics metrics(List<Candidate> candidates) {
        return new ElectionMetrics(elections, convergence, state(candidates), lastLeader, Duration.ZERO);
    }

    /** Returns the state of this instance in three values; empty if no candidate has started. */
    private static String state(List<Candidate> candidates) {
        List<CandidateState> states = candidates.stream().map(Candidate::state).toList();
        if (states.contains(CandidateState.LEADER)) {
            return "leader";
        }
        if (states.contains(CandidateState.ACQUIRING)) {
            return "candidate";
        }
        return states.stream().allMatch(CandidateState.STOPPED::equals) ? "" : "follower";
    }

    void close() {
        synchronized (this) {
            closed = true;
        }
        observation.close();
    }
}
