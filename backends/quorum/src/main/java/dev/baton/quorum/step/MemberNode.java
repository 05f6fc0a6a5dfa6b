package dev.baton.quorum.step;

import dev.baton.ClockReading;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.TreeMap;

/**
 * One member of a group: its seats in all elections, and its list of members.
 *
 * <p>Elections are independent: each has its own term, vote, promise and leader. They share the list of
 * members, the connections, and the beat: heartbeats of all elections of a member fall due together. A seat is
 * made when an election is first heard of; every member votes in every election, only those that {@link
 * Event.Stand stand} campaign.
 *
 * <p>Not thread-safe, and without side effects: whatever has to be done is in the list that {@link #handle}
 * returns, in order.
 */
public final class MemberNode {
    /** The election that decides who may change the list of members; no user's election can have this name. */
    public static final String GROUP = ".members";

    private static final NodeEvent TICK = new NodeEvent.Tick();

    private final ProcessOrigin origin;
    private final TimingNanos pace;
    private final SafetyRules rules;
    private final ElectionStep step;
    private final LeaseClock clock;
    private final MemberGroup group;
    private final SavedState saved;
    private final Map<String, ElectionState> seats = new TreeMap<>();
    private final Map<String, Long> wakes = new HashMap<>();
    private final PriorityQueue<Wake> queue = new PriorityQueue<>();
    private StepTime now;

    private record Wake(long at, String election) implements Comparable<Wake> {
        @Override
        public int compareTo(Wake other) {
            return at != other.at ? Long.compare(at, other.at) : election.compareTo(other.election);
        }
    }

    /** A node that has just been started. */
    public MemberNode(QuorumTiming settings, MemberStart start, SavedState saved, ClockReading now) {
        this(settings, SafetyRules.SAFE, Invariants.ON, start, saved, now);
    }

    MemberNode(
            QuorumTiming settings,
            SafetyRules rules,
            Invariants invariants,
            MemberStart start,
            SavedState saved,
            ClockReading now) {
        this.pace = new TimingNanos(settings);
        this.rules = rules;
        this.step = new ElectionStep(pace, rules, invariants);
        this.clock = new LeaseClock(rules, now);
        this.now = clock.at(now);
        this.saved = saved.keptBy(rules);
        boolean enrolled = saved.group().isEnrolled(start.self());
        this.origin = new ProcessOrigin(
                start.self(), start.incarnation(), now.nanos(), start.abstainUntil(), enrolled, start.seed());
        this.group = new MemberGroup(this, rules, pace, saved.group(), saved.highestVote());
        this.saved.ballots().keySet().forEach(this::seat);
    }

    /** Takes an event and says what has to be done about it. */
    public List<NodeEffect> handle(NodeEvent event, ClockReading moment) {
        now = clock.at(moment);
        List<NodeEffect> effects = new ArrayList<>(4);
        if (event instanceof NodeEvent.Received received) {
            receive(received, effects);
        } else if (event instanceof NodeEvent.OfElection ofElection) {
            apply(ofElection.election(), event, effects);
        } else if (event instanceof NodeEvent.PeerGone gone) {
            if (rules.believes(pace.trust, gone.loopback())) {
                List.copyOf(seats.keySet()).forEach(election -> apply(election, event, effects));
            }
        } else if (event instanceof NodeEvent.PeerLinked linked) {
            group.linked(linked.peer(), effects);
            List.copyOf(seats.keySet()).forEach(election -> apply(election, event, effects));
        } else if (event instanceof NodeEvent.Tick) {
            tick(effects);
        } else {
            group.handle(event, effects);
        }
        group.afterwards(effects);
        return effects;
    }

    /** When this node wants a {@link NodeEvent.Tick}, in monotonic nanoseconds. */
    public long wakeAt() {
        Wake first = queue.peek();
        while (first != null && !isCurrent(first)) {
            queue.poll();
            first = queue.peek();
        }
        return Math.min(first == null ? ElectionState.NEVER : first.at(), group.wakeAt());
    }

    /** This member's seat in an election; made when there is none. */
    public ElectionState seat(String election) {
        ElectionState seat = seats.get(election);
        if (seat == null) {
            Vote ballot = saved.ballots().getOrDefault(election, Vote.NONE);
            LeasePromise promise = saved.promises().getOrDefault(election, LeasePromise.NONE);
            seat = new ElectionState(election, origin, group.membership(), ballot, promise);
            seat.enrolled = group.isEnrolled();
            seats.put(election, seat);
        }
        return seat;
    }

    /** Names of all elections this node has heard of. */
    public List<String> elections() {
        return List.copyOf(seats.keySet());
    }

    public String self() {
        return origin.self();
    }

    public long incarnation() {
        return origin.incarnation();
    }

    public Membership membership() {
        return group.membership();
    }

    /** Whether this member's disk is known to its group, so that it may vote. */
    public boolean isEnrolled() {
        return group.isEnrolled();
    }

    /** The clock that leases are counted on, as of the last event. */
    public long progress() {
        return now.progress();
    }

    StepTime now() {
        return now;
    }

    void apply(String election, NodeEvent event, List<NodeEffect> effects) {
        int first = effects.size();
        ElectionState next = step.step(seat(election), event, now, effects);
        seats.put(election, next);
        noteVotes(effects, first);
        schedule(next);
    }

    private void noteVotes(List<NodeEffect> effects, int first) {
        for (int at = first; at < effects.size(); at++) {
            if (effects.get(at) instanceof NodeEffect.Persist persist) {
                group.noteVote(persist.ballot().term());
            }
        }
    }

    void regroup(List<NodeEffect> effects) {
        for (String election : List.copyOf(seats.keySet())) {
            int first = effects.size();
            ElectionState next = step.regroup(seat(election), group.membership(), group.isEnrolled(), now, effects);
            seats.put(election, next);
            noteVotes(effects, first);
            schedule(next);
        }
    }

    private void receive(NodeEvent.Received received, List<NodeEffect> effects) {
        Envelope envelope = received.envelope();
        if (!envelope.to().equals(origin.self())
                || !envelope.message().sender().equals(envelope.from())
                || envelope.from().equals(origin.self())) {
            return;
        }
        if (group.admits(envelope, effects) && !group.receive(envelope, effects)) {
            apply(envelope.election(), received, effects);
        }
    }

    private void tick(List<NodeEffect> effects) {
        for (Wake wake = queue.peek(); wake != null && wake.at() <= now.nanos(); wake = queue.peek()) {
            queue.poll();
            if (isCurrent(wake)) {
                wakes.remove(wake.election());
                apply(wake.election(), TICK, effects);
            }
        }
        group.tick(effects);
    }

    private boolean isCurrent(Wake wake) {
        return wakes.getOrDefault(wake.election(), ElectionState.NEVER) == wake.at();
    }

    private void schedule(ElectionState seat) {
        long at = seat.wakeAt(now.nanos(), now.progress());
        if (at == wakes.getOrDefault(seat.election, ElectionState.NEVER)) {
            return;
        }
        if (at == ElectionState.NEVER) {
            wakes.remove(seat.election);
        } else {
            wakes.put(seat.election, at);
            queue.add(new Wake(at, seat.election));
        }
    }
}
