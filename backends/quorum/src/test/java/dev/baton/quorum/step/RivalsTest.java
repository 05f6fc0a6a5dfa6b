package dev.baton.quorum.step;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** A vote that somebody may still win is not disturbed by those that did not get it. */
class RivalsTest {
    private static final String E = "nightly";

    private final Table table = new Table(QuorumTiming.seed(), "a", "b", "c");

    @Test // QUORUM-5 QUORUM-11
    void theLoserOfAVoteDoesNotDeposeTheWinner() {
        bothAskForVotes();
        tell("a", "b", new PeerMessage.RequestVote(1, "b", 1, 0));
        tell("c", "a", new PeerMessage.Refusal(1, "a"));
        tell("c", "b", new PeerMessage.Refusal(1, "b"));
        assertThat(seat("c").role()).isEqualTo(MemberRole.FOLLOWER);
        table.unheard.clear();
        table.run(1); // The loser asks again before the winner has heard of its victory.
        assertThat(seat("c").role()).isEqualTo(MemberRole.PRE_CANDIDATE);
        tell("b", "a", new PeerMessage.VoteGrant(1, "a"));
        table.run(1000);
        assertThat(table.active(E)).isEqualTo("b");
        assertThat(table.effects(NodeEffect.Ended.class)).isEmpty();
        assertThat(seat("c").leader(table.nanos)).isEqualTo("b");
    }

    @Test // QUORUM-11
    void aVoterAnswersTheNextQuestionWhenNothingWasHeardOfTheOneItVotedFor() {
        tell("a", "b", new PeerMessage.RequestVote(1, "b", 1, 0));
        tell("a", "c", new PeerMessage.PreVote(2, "c", 1, 0, 1));
        table.run(140);
        assertThat(granted("c")).isFalse();
        table.run(20);
        assertThat(granted("c")).isTrue();
    }

    @Test // QUORUM-11
    void aVoterAnswersAtOnceWhenTheOneItVotedForIsGone() {
        tell("a", "b", new PeerMessage.RequestVote(1, "b", 1, 0));
        tell("a", "c", new PeerMessage.PreVote(2, "c", 1, 0, 1));
        table.feed("a", new NodeEvent.PeerGone("b", 1, true));
        assertThat(granted("c")).isTrue();
    }

    @Test // QUORUM-11
    void aVoterAnswersAtOnceWhenTheOneItVotedForAsksForTheNextTerm() {
        tell("a", "b", new PeerMessage.RequestVote(1, "b", 1, 0));
        tell("a", "b", new PeerMessage.PreVote(2, "b", 1, 0, 1));
        assertThat(granted("b")).isTrue();
    }

    @Test // QUORUM-5 QUORUM-11
    void aLateQuestionOfTheOneThatGotTheVoteBeginsNoRivalCampaign() {
        table.feed("c", new NodeEvent.Stand(E, 0, 0));
        tell("c", "b", new PeerMessage.RequestVote(1, "b", 1, 0));
        tell("c", "b", new PeerMessage.PreVote(1, "b", 1, 0, 1));
        assertThat(seat("c").role()).isEqualTo(MemberRole.FOLLOWER);
    }

    @Test // QUORUM-5 QUORUM-11
    void aCandidateSaysYesToARivalWhenItCanNoLongerWin() {
        bothAskForVotes();
        tell("b", "c", new PeerMessage.PreVote(2, "c", 1, 0, 7));
        assertThat(granted("c")).isFalse();
        tell("b", "a", new PeerMessage.Refusal(1, "a"));
        tell("b", "c", new PeerMessage.Refusal(1, "c"));
        assertThat(granted("c")).isTrue();
    }

    /** Each of them had a yes from a; nobody has heard of the other one. */
    private void bothAskForVotes() {
        table.unheard.add("b");
        table.unheard.add("c");
        table.stand(E, "b", "c");
        for (String rival : new String[] {"b", "c"}) {
            table.runUntil(() -> seat(rival).role() == MemberRole.PRE_CANDIDATE, 1000);
            tell(rival, "a", new PeerMessage.PreVoteGrant(1, "a", seat(rival).round));
            assertThat(seat(rival).role()).isEqualTo(MemberRole.CANDIDATE);
        }
    }

    private boolean granted(String candidate) {
        return table.sent.stream()
                .anyMatch(each -> each.to().equals(candidate) && each.message() instanceof PeerMessage.PreVoteGrant);
    }

    private ElectionState seat(String name) {
        return table.node(name).seat(E);
    }

    private void tell(String to, String from, PeerMessage message) {
        ConfigId config = table.node(to).membership().id();
        table.feed(to, new NodeEvent.Received(new Envelope(from, to, E, 1, config, message)));
    }
}
