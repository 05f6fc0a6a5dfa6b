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

/** What watching an election tells: who was elected last, how often somebody was, and how long that took. */
final class ElectionObserver {
    private final MeterSet shelf;
    private final OverlapGauge overlaps;
    private final LeaderObservation observation;
    private long leaderlessSince = System.nanoTime();
    private Optional<Duration> convergence = Optional.empty();
    private long elections;
    private long lastEpoch;
    private String lastLeader = "";
    private @Nullable Meter lastLeaderInfo;
    private boolean closed;

    ElectionObserver(Election election, MeterSet shelf) {
        this.shelf = shelf;
        this.overlaps = new OverlapGauge(election);
        this.observation = election.observe(this::leaderChanged);
    }

    OverlapGauge overlaps() {
        return overlaps;
    }

    private synchronized void leaderChanged(Optional<LeaderInfo> leader) {
        overlaps.mayHaveChanged();
        if (closed) {
            return;
        }
        if (leader.isEmpty()) {
            leaderlessSince = System.nanoTime();
        } else if (leader.get().epoch() > lastEpoch) {
            elected(leader.get());
        }
    }

    private void elected(LeaderInfo leader) {
        // One that follows another without a gap was elected in less time than can be seen.
        long took = leaderlessSince == 0 ? 0 : System.nanoTime() - leaderlessSince;
        convergence = Optional.of(Duration.ofNanos(took));
        leaderlessSince = 0;
        elections++;
        lastEpoch = leader.epoch();
        if (!leader.instanceId().equals(lastLeader)) {
            lastLeader = leader.instanceId();
            if (lastLeaderInfo != null) {
                shelf.remove(lastLeaderInfo);
            }
            lastLeaderInfo = shelf.gauge(
                    "baton.last.leader.info", "Who was elected last.", Tags.of("leader_id", lastLeader), () -> 1);
        }
    }

    synchronized ElectionMetrics figures(List<Candidate> candidates) {
        return new ElectionMetrics(elections, convergence, word(candidates), lastLeader, Duration.ZERO);
    }

    /** The protocol's three words for the six states; none for those that take no part. */
    private static String word(List<Candidate> candidates) {
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
