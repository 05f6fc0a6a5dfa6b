package dev.baton.quorum.step;

import java.util.List;

/** One step in progress: the state as changed so far, the time, and the effects so far. */
final class StepDraft extends ElectionState {
    final TimingNanos timing;
    final SafetyRules rules;
    final long nanos;
    final long progress;
    final long wallMillis;
    final List<NodeEffect> effects;

    StepDraft(TimingNanos timing, SafetyRules rules, ElectionState state, StepTime now, List<NodeEffect> effects) {
        super(state);
        this.timing = timing;
        this.rules = rules;
        this.nanos = now.nanos();
        this.progress = now.progress();
        this.wallMillis = now.wallMillis();
        this.effects = effects;
    }

    String self() {
        return origin.self();
    }

    Membership members() {
        return electorate.members();
    }

    long floor() {
        return electorate.floor(election);
    }

    long bit(String member) {
        return members().bit(member);
    }

    long ownBit() {
        return bit(self());
    }

    double uptime() {
        return (nanos - origin.startedAt()) / 1e9;
    }

    void campaignAt(long time) {
        plan = plan.withCampaignAt(time);
    }

    /** Returns whether this member may vote, acknowledge and campaign at all. */
    boolean mayParticipate() {
        return electorate.enrolled() && members().contains(self()) && !rules.isAbstaining(origin.abstainUntil(), nanos);
    }

    void send(String to, PeerMessage message) {
        effects.add(new NodeEffect.Send(new Envelope(
                self(), to, election, origin.incarnation(), members().id(), message)));
    }

    void sendToOthers(PeerMessage message) {
        sendTo(members().all() & ~ownBit(), message);
    }

    void sendToUnanswered(PeerMessage message) {
        sendTo(members().all() & ~ownBit() & ~round.answered(), message);
    }

    private void sendTo(long receivers, PeerMessage message) {
        List<Voter> all = members().members();
        for (int place = 0; place < all.size(); place++) {
            if ((receivers & (1L << place)) != 0) {
                send(all.get(place).id(), message);
            }
        }
    }

    void refuse(String to) {
        send(to, new PeerMessage.Refusal(term(), self()));
    }

    /** Returns a random time between the bounds of the election timeout. */
    long electionDelay() {
        return timing.electionMin + random(timing.electionMax - timing.electionMin);
    }

    /** Returns how many times longer than usual rounds and pauses are, because earlier rounds had no winner. */
    long backoff() {
        int failed = plan.failedRounds();
        return failed < 2 ? 1 : Math.min(timing.maxBackoff, 1L << Math.min(failed - 1, 16));
    }

    /** Returns a random time before the next round after one without a winner. */
    long retryDelay() {
        return timing.electionMin + random(timing.electionMax * backoff() - timing.electionMin);
    }

    /** Returns the head start that this member leaves to members with a higher name. */
    long rankDelay() {
        return members().membersAbove(self()) * timing.rankSlot;
    }

    /** Returns the delay of a candidate that knows of no rival. A former leader also waits for unknown candidates. */
    long eagerDelay() {
        boolean hasLed = contact.endedTerm() == term() && vote.votedFor().equals(self());
        return rankDelay() + (hasLed ? timing.electionMin / 6 : 0);
    }

    private long random(long bound) {
        random += 0x9E3779B97F4A7C15L;
        long mixed = random;
        mixed = (mixed ^ (mixed >>> 30)) * 0xBF58476D1CE4E5B9L;
        mixed = (mixed ^ (mixed >>> 27)) * 0x94D049BB133111EBL;
        return Math.floorMod(mixed ^ (mixed >>> 31), bound);
    }

    boolean hasMajority(long mask) {
        return rules.isMajority(Long.bitCount(mask), members().size(), Long.bitCount(round.answered() | mask));
    }
}
