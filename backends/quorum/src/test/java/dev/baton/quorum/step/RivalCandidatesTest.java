package dev.baton.quorum.step;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** Rival candidates do not disturb a candidate that may still win its vote. */
class RivalCandidatesTest {
    private static final String E = "nightly";

    private final TestGroup group = new TestGroup(QuorumTiming.seed(), "a", "b", "c");

    @Test // QUORUM-5 QUORUM-11
    void loserOfVoteDoesNotDeposeWinner() {
        makeRivalCandidates();
        group.receive("a", "b", E, new PeerMessage.RequestVote(1, "b", 1, 0));
        group.receive("c", "a", E, new PeerMessage.Refusal(1, "a"));
        group.receive("c", "b", E, new PeerMessage.Refusal(1, "b"));
        assertThat(group.state("c", E).role()).isEqualTo(MemberRole.FOLLOWER);
        group.disconnected.clear();
        group.run(1); // The loser retries before the winner receives the deciding vote.
        assertThat(group.state("c", E).role()).isEqualTo(MemberRole.PRE_CANDIDATE);
        group.receive("b", "a", E, new PeerMessage.VoteGrant(1, "a"));
        group.run(1000);
        assertThat(group.leader(E)).isEqualTo("b");
        assertThat(group.effects(NodeEffect.SteppedDown.class)).isEmpty();
        assertThat(group.state("c", E).leader(group.nanos)).isEqualTo("b");
    }

    @Test // QUORUM-11
    void voterGrantsNextPreVoteWhenItsCandidateStaysSilent() {
        group.receive("a", "b", E, new PeerMessage.RequestVote(1, "b", 1, 0));
        group.receive("a", "c", E, new PeerMessage.PreVote(2, "c", 1, 0, 1));
        group.run(140);
        assertThat(granted("c")).isFalse();
        group.run(20);
        assertThat(granted("c")).isTrue();
    }

    @Test // QUORUM-11
    void voterGrantsNextPreVoteAtOnceWhenItsCandidateHasEnded() {
        group.receive("a", "b", E, new PeerMessage.RequestVote(1, "b", 1, 0));
        group.receive("a", "c", E, new PeerMessage.PreVote(2, "c", 1, 0, 1));
        group.handle("a", new NodeEvent.PeerGone("b", 1, true));
        assertThat(granted("c")).isTrue();
    }

    @Test // QUORUM-11
    void voterGrantsPreVoteOfItsCandidateForNextTermAtOnce() {
        group.receive("a", "b", E, new PeerMessage.RequestVote(1, "b", 1, 0));
        group.receive("a", "b", E, new PeerMessage.PreVote(2, "b", 1, 0, 1));
        assertThat(granted("b")).isTrue();
    }

    @Test // QUORUM-5 QUORUM-11
    void latePreVoteOfItsCandidateDoesNotStartRivalCampaign() {
        group.handle("c", new NodeEvent.Campaign(E, 0, 0, false));
        group.receive("c", "b", E, new PeerMessage.RequestVote(1, "b", 1, 0));
        group.receive("c", "b", E, new PeerMessage.PreVote(1, "b", 1, 0, 1));
        assertThat(group.state("c", E).role()).isEqualTo(MemberRole.FOLLOWER);
    }

    @Test // QUORUM-5 QUORUM-11
    void candidateGrantsPreVoteOfRivalWhenItCanNoLongerWin() {
        makeRivalCandidates();
        group.receive("b", "c", E, new PeerMessage.PreVote(2, "c", 1, 0, 7));
        assertThat(granted("c")).isFalse();
        group.receive("b", "a", E, new PeerMessage.Refusal(1, "a"));
        group.receive("b", "c", E, new PeerMessage.Refusal(1, "c"));
        assertThat(granted("c")).isTrue();
    }

    /** Makes b and c candidates of the same term: both have the pre-vote of a, and neither knows of the other. */
    private void makeRivalCandidates() {
        group.disconnected.add("b");
        group.disconnected.add("c");
        group.campaign(E, "b", "c");
        for (String rival : new String[] {"b", "c"}) {
            group.runUntil(() -> group.state(rival, E).role() == MemberRole.PRE_CANDIDATE, 1000);
            group.receive(
                    rival,
                    "a",
                    E,
                    new PeerMessage.PreVoteGrant(
                            1, "a", group.state(rival, E).round.number()));
            assertThat(group.state(rival, E).role()).isEqualTo(MemberRole.CANDIDATE);
        }
    }

    private boolean granted(String candidate) {
        return group.sent.stream()
                .anyMatch(each -> each.to().equals(candidate) && each.message() instanceof PeerMessage.PreVoteGrant);
    }
}
