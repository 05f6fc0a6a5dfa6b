package dev.baton.quorum.step;

import dev.baton.ClockReading;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.TreeMap;

/**
 * One member of a group: its state in all elections, and its membership.
 *
 * <p>Elections are independent: each has its own term, vote, promise and leader. They share the membership, the
 * connections and the heartbeat interval: the heartbeats of all elections of a member are due together. The state of an
 * election is created when the member first receives something about it. Every member votes in every election; only
 * candidates ({@link NodeEvent.Campaign}) campaign.
 *
 * <p>Not thread-safe and without side effects: {@link #handle} returns what must be done, in order.
 */
public final class MemberNode {
    /** The election of the member that may change the membership; a user's election cannot have this name. */
    public static final String GROUP = ".members";

    private final ProcessOrigin origin;
    TimingNanos timing;
    final SafetyRules rules;
    private final Invariants invariants;
    private final LeaseClock clock;
    final MemberGroup group;
    private final SavedState saved;
    private final Map<String, AnnouncedTiming> announced = new HashMap<>();
    private final Map<String, ElectionState> states = new TreeMap<>();
    private final Map<String, Long> wakeTimes = new HashMap<>();
    private final PriorityQueue<Wake> wakes = new PriorityQueue<>();
    StepTime now;

    private record Wake(long at, String election) implements Comparable<Wake> {
        @Override
        public int compareTo(Wake other) {
            return at != other.at ? Long.compare(at, other.at) : election.compareTo(other.election);
        }
    }

    /** Creates a node that has just been started. */
    public MemberNode(QuorumTiming settings, MemberStart start, SavedState saved, ClockReading now) {
        this(settings, SafetyRules.SAFE, Invariants.ENABLED, start, saved, now);
    }

    MemberNode(
            QuorumTiming settings,
            SafetyRules rules,
            Invariants invariants,
            MemberStart start,
            SavedState saved,
            ClockReading now) {
        this.timing = new TimingNanos(settings);
        this.rules = rules;
        this.invariants = invariants;
        this.clock = new LeaseClock(rules, now);
        this.now = clock.at(now);
        this.saved = saved.restoredBy(rules);
        this.origin =
                new ProcessOrigin(start.self(), start.incarnation(), now.nanos(), start.abstainUntil(), start.seed());
        this.group = new MemberGroup(this, saved.group(), saved.highestVote());
        this.saved.votes().keySet().forEach(this::state);
    }

    /** Handles an event and returns what must be done. */
    public List<NodeEffect> handle(NodeEvent event, ClockReading reading) {
        now = clock.at(reading);
        List<NodeEffect> effects = new ArrayList<>(4);
        event.accept(this, effects);
        group.change.proceed(effects);
        return effects;
    }

    void tick(NodeEvent.Tick event, List<NodeEffect> effects) {
        for (Wake wake = wakes.peek(); wake != null && wake.at() <= now.nanos(); wake = wakes.peek()) {
            wakes.poll();
            if (isCurrent(wake)) {
                wakeTimes.remove(wake.election());
                apply(wake.election(), event, effects);
            }
        }
        group.tick(effects);
    }

    void received(NodeEvent.Received event, List<NodeEffect> effects) {
        Envelope envelope = event.envelope();
        if (!envelope.to().equals(self())
                || !envelope.message().sender().equals(envelope.from())
                || envelope.from().equals(self())
                || !group.admits(envelope, effects)) {
            return;
        }
        if (envelope.message() instanceof PeerMessage.OfGroup message) {
            message.apply(group, effects);
        } else {
            apply(envelope.election(), event, effects);
        }
    }

    void peerGone(NodeEvent.PeerGone event, List<NodeEffect> effects) {
        if (rules.trustsEnd(event.proven())) {
            elections().forEach(election -> apply(election, event, effects));
        }
    }

    /** Adapts to the settings of a peer: members promise the longest lease, and leaders count on the shortest. */
    void peerTiming(NodeEvent.PeerTiming event, List<NodeEffect> effects) {
        long before = timing.leaderLease;
        announced.put(event.peer(), event.timing());
        timing = rules.timing(timing, announced.values());
        for (String election : timing.leaderLease > before ? elections() : List.<String>of()) {
            StepDraft draft = new StepDraft(timing, rules, state(election), now, effects);
            LeaderRules.forgetAcks(draft);
            replace(new ElectionState(draft));
        }
    }

    /** Returns the longest promise that this member gives with the settings that it knows of, on any member's clock. */
    public long longestPromise() {
        return timing.longestLease;
    }

    void peerLinked(NodeEvent.PeerLinked event, List<NodeEffect> effects) {
        group.enrolment.registerWith(event.peer(), effects);
        elections().forEach(election -> apply(election, event, effects));
    }

    /** Returns when this node needs a {@link NodeEvent.Tick}, in monotonic nanoseconds. */
    public long wakeAt() {
        Wake first = wakes.peek();
        while (first != null && !isCurrent(first)) {
            wakes.poll();
            first = wakes.peek();
        }
        return Math.min(first == null ? ElectionState.NEVER : first.at(), group.wakeAt());
    }

    /** Returns this member's state in an election; creates it if there is none. */
    public ElectionState state(String election) {
        ElectionState state = states.get(election);
        if (state == null) {
            state = new ElectionState(
                    election,
                    origin,
                    new Electorate(group.membership(), group.isEnrolled(), 0),
                    saved.votes().getOrDefault(election, Vote.NONE),
                    saved.promises().getOrDefault(election, LeasePromise.NONE));
            states.put(election, state);
        }
        return state;
    }

    /** Returns whether a term is left above a floor and above all terms of an election that this member knows of. */
    public boolean hasTermAbove(String election, long floor) {
        return Math.max(floor, state(election).highestUsedTerm()) < Vote.HIGHEST_TERM;
    }

    /** Returns whether this node has a state in an election. */
    public boolean knows(String election) {
        return states.containsKey(election);
    }

    /** Returns the names of all elections this node knows of. */
    public List<String> elections() {
        return List.copyOf(states.keySet());
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

    /** Returns the number of the disk with which a member may vote, as far as this node knows; 0 if it knows none. */
    public long diskOf(String member) {
        return group.recordedDisk(member);
    }

    /** Returns whether this member's disk is known to its group, so that it may vote. */
    public boolean isEnrolled() {
        return group.isEnrolled();
    }

    /** Applies an event to the state in one election, and checks the step. */
    void apply(String election, NodeEvent.StepEvent event, List<NodeEffect> effects) {
        ElectionState before = state(election);
        int first = effects.size();
        StepDraft draft = new StepDraft(timing, rules, before, now, effects);
        event.apply(draft);
        ElectionState after = new ElectionState(draft);
        invariants.check(before, after, event, now.nanos(), effects.subList(first, effects.size()));
        replace(after);
    }

    /** Applies the group's membership and this member's right to vote to all elections. */
    void applyMembership(List<NodeEffect> effects) {
        for (String election : elections()) {
            StepDraft draft = new StepDraft(timing, rules, state(election), now, effects);
            MembershipRules.apply(draft, group.membership(), group.isEnrolled());
            replace(new ElectionState(draft));
        }
    }

    private void replace(ElectionState next) {
        states.put(next.election, next);
        group.noteVote(Math.max(next.vote.writing().term(), next.vote.durable().term()));
        long at = next.wakeAt(now.nanos(), now.progress());
        if (at == wakeTimes.getOrDefault(next.election, ElectionState.NEVER)) {
            return;
        }
        if (at == ElectionState.NEVER) {
            wakeTimes.remove(next.election);
        } else {
            wakeTimes.put(next.election, at);
            wakes.add(new Wake(at, next.election));
        }
    }

    private boolean isCurrent(Wake wake) {
        return wakeTimes.getOrDefault(wake.election(), ElectionState.NEVER) == wake.at();
    }
}
