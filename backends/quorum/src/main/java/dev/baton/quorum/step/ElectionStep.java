package dev.baton.quorum.step;

import java.util.List;

/** The step function of one election: returns the next state and adds what must be done to the list of effects. */
final class ElectionStep {
    private final TimingNanos timing;
    private final SafetyRules rules;
    private final Invariants invariants;

    ElectionStep(TimingNanos timing, SafetyRules rules, Invariants invariants) {
        this.timing = timing;
        this.rules = rules;
        this.invariants = invariants;
    }

    ElectionState step(ElectionState before, NodeEvent.StepEvent event, StepTime now, List<NodeEffect> effects) {
        StepDraft draft = new StepDraft(timing, rules, before, now, effects);
        int first = effects.size();
        event.accept(new EventRules(draft));
        ElectionState after = new ElectionState(draft);
        invariants.check(before, after, event, now.nanos(), effects.subList(first, effects.size()));
        return after;
    }

    /** Applies a new membership, or a change of this member's right to vote. */
    ElectionState changeMembers(
            ElectionState before, Membership members, boolean enrolled, StepTime now, List<NodeEffect> effects) {
        StepDraft draft = new StepDraft(timing, rules, before, now, effects);
        MembershipRules.apply(draft, members, enrolled);
        return new ElectionState(draft);
    }
}
