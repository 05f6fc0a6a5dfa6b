package dev.baton.quorum;

import static dev.baton.quorum.CommandTestGroup.release;
import static dev.baton.quorum.CommandTestGroup.win;
import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.spi.Claim;
import dev.baton.spi.Contender;
import org.junit.jupiter.api.Test;

/** Groups in which some members keep no records of running commands, as during an upgrade. */
class EarlierVersionCommandsTest {

    @Test // RUN-2, QUORUM-8
    void groupWithAMajorityOfEarlierMembersElectsAndRunsCommands() {
        try (CommandTestGroup members = new CommandTestGroup("n2", "n3")) {
            Contender leader = members.contender("n1");
            Claim claim = win(leader);
            assertThat(members.record("n1", claim.epoch()).join()).isTrue();
            release(leader, claim);
            members.assertWaits(leader);
        }
    }

    @Test // RUN-2, QUORUM-8
    void membersThatKeepRecordsWaitBesideAnEarlierOne() {
        try (CommandTestGroup members = new CommandTestGroup("n3")) {
            Contender leader = members.contender("n1");
            Claim claim = win(leader);
            assertThat(members.record("n1", claim.epoch()).join()).isTrue();
            release(leader, claim);
            members.assertWaits(leader);
            members.endCommand();
            win(members.contender("n2"));
        }
    }
}
