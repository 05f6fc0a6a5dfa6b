package dev.baton.quorum.mutant;

import java.util.List;

/** Bugs planted in the rules of the protocol that {@code PlantedBug} does not break. */
final class StepMutants {
    static final List<QuorumMutant> ALL = List.of(
            QuorumMutant.unit(
                    "OLD_LIST_SERVED",
                    "a member supports one with an older member list",
                    rules("return !own.isNewerThan(theirs);", "return own.equals(own) || theirs.equals(own);"),
                    "step.SafetyRulesTest",
                    "memberWithOlderListIsNotSupported"),
            QuorumMutant.unit(
                    "NO_LEASE_WAIT",
                    "the next member list does not wait for older leases",
                    rules("majorityHasIt && sinceThen > timing.longestLease", "majorityHasIt"),
                    "step.SafetyRulesTest",
                    "listIsReplacedAfterMajorityHasItAndOlderLeasesHaveEnded"),
            QuorumMutant.unit(
                    "NO_MAJORITY_OF_THE_LIST",
                    "the next member list waits neither for a majority nor for older leases",
                    rules("return majorityHasIt && sinceThen > timing.longestLease;", "return true;"),
                    "step.SafetyRulesTest",
                    "listIsReplacedAfterMajorityHasItAndOlderLeasesHaveEnded"),
            QuorumMutant.unit(
                    "ANY_LIST_CONFIRMED",
                    "a member confirms the list of an earlier leader of the group",
                    rules("return groupTerm <= membershipTerm;", "return true;"),
                    "step.SafetyRulesTest",
                    "listOfEarlierLeaderIsNotConfirmed"),
            QuorumMutant.unit(
                    "LIST_CONFIRMED_BEFORE_THE_WRITE",
                    "a member confirms a list that is not on its disk",
                    new SourceChange("step/MemberGroup.java", "if (!durable || !node.rules", "if (!node.rules"),
                    "step.LateMessagesTest",
                    "listIsNotConfirmedBeforeItIsOnDisk"),
            QuorumMutant.unit(
                    "FLOOR_OF_ONE_MEMBER",
                    "the floor of a list ignores the votes of the other members",
                    new SourceChange(
                            "step/MembershipChange.java",
                            "floor = Math.max(floor, vote);",
                            "floor = Math.max(floor, 0 * vote);"),
                    "step.LateMessagesTest",
                    "floorOfNextListIsAboveVotesOfOtherMembers"),
            QuorumMutant.unit(
                    "FLOOR_IGNORED",
                    "a member votes in a term that a removed member may have used",
                    rules("return term > floor;", "return term > 0 || floor < 0;"),
                    "step.SafetyRulesTest",
                    "noVoteAtOrBelowFloor"),
            QuorumMutant.unit(
                    "ACKS_BY_PLACE",
                    "acknowledgements stay at their place when the list changes",
                    new SourceChange(
                            "step/HeartbeatAcks.java",
                            "next[to.place(member.id())] = times[from.place(member.id())];",
                            "next[to.place(member.id())] = times[Math.min(to.place(member.id()), times.length - 1)];"),
                    "step.HeartbeatAcksTest",
                    "acknowledgementsFollowTheirMembersIntoNextList"),
            QuorumMutant.unit(
                    "ACKS_OF_EARLIER_TENURES",
                    "acknowledgements of an earlier tenure extend the lease of the next one",
                    new SourceChange(
                            "step/LeaderRules.java",
                            "HeartbeatAcks none = HeartbeatAcks.none(draft.members().size());",
                            "HeartbeatAcks none = draft.lease.until() == LeaseState.NO_LEASE && draft.lease == LeaseState.NONE"
                                    + " ? HeartbeatAcks.none(draft.members().size())"
                                    + " : draft.lease.acks().moved(draft.members(), draft.members());"),
                    "step.LateMessagesTest",
                    "acknowledgementsOfEarlierTenureExtendNoLeaseOfNextOne"),
            QuorumMutant.unit(
                    "RESIGNATION_OF_ANY_TERM",
                    "a late resignation frees a promise of a later term",
                    rules(
                            "promise.leader().equals(resign.sender()) && promise.term() <= resign.term()",
                            "promise.leader().equals(resign.sender())"),
                    "step.SafetyRulesTest",
                    "resignationEndsNoPromiseOfLaterTerm"),
            QuorumMutant.unit(
                    "RESIGNED_TERM_FOLLOWED",
                    "a late heartbeat of a resigned leader is acknowledged",
                    new SourceChange(
                            "step/FollowerRules.java",
                            "                || beat.term() <= draft.contact.endedTerm()\n",
                            ""),
                    "step.LateMessagesTest",
                    "lateHeartbeatOfResignedLeaderIsNotAcknowledged"),
            QuorumMutant.unit(
                    "ACK_OF_ANY_TERM",
                    "an acknowledgement of an earlier term extends the lease",
                    new SourceChange("step/LeaderRules.java", "                || ack.term() != draft.term()\n", ""),
                    "step.LateMessagesTest",
                    "acknowledgementOfEarlierTermExtendsNoLease"),
            QuorumMutant.unit(
                    "ENROLMENT_UNDER_ANY_LIST",
                    "a new disk is enrolled under a list from which its witnesses were removed",
                    new SourceChange(
                            "step/Enrolment.java",
                            "return group.membership().isFounding()\n                &&",
                            "return"),
                    "step.MemberGroupTest",
                    "newDiskIsNotEnrolledByLaterMembers"),
            QuorumMutant.unit(
                    "DISKS_NOT_NAMED",
                    "a changed list does not name the disks of founding members",
                    new SourceChange("step/Membership.java", "member.store() == 0\n", "member.store() != 0\n"),
                    "step.MemberGroupTest",
                    "laterMembersNameTheDisksOfFoundingMembers"),
            QuorumMutant.unit(
                    "IMPOSSIBLE_TERMS_BELIEVED",
                    "a message with a term near the largest number is handled",
                    new SourceChange(
                            "step/MemberGroup.java",
                            "if (message.highestTerm() > Vote.HIGHEST_TERM) {",
                            "if (message.highestTerm() < 0) {"),
                    "step.ElectionTest",
                    "impossibleTermsOfPeerChangeNothing"),
            QuorumMutant.unit(
                    "TERMS_OVERFLOW",
                    "a candidate campaigns above the highest term",
                    new SourceChange(
                            "step/CampaignRules.java",
                            "if (draft.highestUsedTerm() < Vote.HIGHEST_TERM) {",
                            "if (draft.highestUsedTerm() >= 0) {"),
                    "step.ElectionTest",
                    "memberWithoutTermLeftDoesNotCampaignAndStillVotesElsewhere"));

    private StepMutants() {}

    private static SourceChange rules(String original, String replacement) {
        return new SourceChange("step/SafetyRules.java", original, replacement);
    }
}
