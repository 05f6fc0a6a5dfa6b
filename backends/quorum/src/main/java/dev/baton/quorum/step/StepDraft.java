package dev.baton.quorum.step;

import java.util.List;

/** One step in the making: the copy of the seat that is worked on, the time, and the effects so far. */
final class StepDraft {
    final TimingNanos pace;
    final SafetyRules rules;
    final ElectionState seat;
    final long nanos;
    final long progress;
    final long wallMillis;
    final List<NodeEffect> effects;

    StepDraft(TimingNanos pace, SafetyRules rules, ElectionState seat, StepTime instant, List<NodeEffect> effects) {
        this.pace = pace;
        this.rules = rules;
        this.seat = seat;
        this.nanos = instant.nanos();
        this.progress = instant.progress();
        this.wallMillis = instant.wallMillis();
        this.effects = effects;
    }

    /** Whether this member may vote, acknowledge and campaign at all. */
    boolean mayServe() {
        return seat.enrolled && seat.isMember() && !rules.isAbstaining(seat.abstainUntil, nanos);
    }

    void send(String to, PeerMessage message) {
        effects.add(new NodeEffect.Send(
                new Envelope(seat.self, to, seat.election, seat.incarnation, seat.members.id(), message)));
    }

    void sendToOthers(PeerMessage message) {
        for (Voter member : seat.members.members()) {
            if (!member.id().equals(seat.self)) {
                send(member.id(), message);
            }
        }
    }

    /** To the members that have not answered in this round. */
    void sendToSilent(PeerMessage message) {
        List<Voter> members = seat.members.members();
        for (int place = 0; place < members.size(); place++) {
            if ((seat.answered & (1L << place)) == 0 && !members.get(place).id().equals(seat.self)) {
                send(members.get(place).id(), message);
            }
        }
    }

    void refuse(String to) {
        send(to, new PeerMessage.Refusal(seat.term, seat.self));
    }

    /** A random duration between the two bounds for candidacies. */
    long electionDelay() {
        return pace.electionMin + random(pace.electionMax - pace.electionMin);
    }

    /** How long this member lets those ranked above it go first. */
    long rankDelay() {
        return seat.members.membersAbove(seat.self) * pace.rankSlot;
    }

    /** As short as that; but one that has just led lets those go first of whom it has not heard. */
    long eagerDelay() {
        boolean hasLed = seat.endedTerm == seat.term && seat.votedFor.equals(seat.self);
        return rankDelay() + (hasLed ? pace.electionMin / 6 : 0);
    }

    long random(long bound) {
        seat.random += 0x9E3779B97F4A7C15L;
        long mixed = seat.random;
        mixed = (mixed ^ (mixed >>> 30)) * 0xBF58476D1CE4E5B9L;
        mixed = (mixed ^ (mixed >>> 27)) * 0x94D049BB133111EBL;
        return Math.floorMod(mixed ^ (mixed >>> 31), bound);
    }

    boolean hasMajority(long mask) {
        return rules.isMajority(Long.bitCount(mask), seat.members.size(), Long.bitCount(seat.answered | mask));
    }
}
