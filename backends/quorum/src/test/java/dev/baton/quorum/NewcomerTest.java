package dev.baton.quorum;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.baton.Baton;
import dev.baton.Candidate;
import dev.baton.TransferOutcome;
import dev.baton.testkit.FreePort;
import java.time.Duration;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** A process that runs beside the group and is not a member of it yet. */
class NewcomerTest {
    private static final Duration SOON = Duration.ofSeconds(30);
    private static final String TIMING = "&heartbeat=500ms&lease=20s";

    @Test // QUORUM-7
    void transferToAProcessThatIsNoMemberIsRefusedAndUnseatsNobody() {
        try (TestGroup group = new TestGroup(3, TIMING, false);
                Baton first = Baton.connect(group.url("n1"));
                Baton second = Baton.connect(group.url("n2"));
                Baton third = Baton.connect(group.url("n3"))) {
            Candidate leader = first.candidate("job");
            leader.start();
            await().atMost(SOON).until(leader::isLeader);
            long epoch = leader.leadership().orElseThrow().epoch();
            String peers = group.ids().stream()
                    .map(id -> id + "@127.0.0.1:" + group.port(id))
                    .collect(Collectors.joining(","));
            try (Baton newcomer = Baton.connect("quorum://n4@127.0.0.1:" + FreePort.next() + "?peers=" + peers
                    + "&state=" + group.directory().resolve("n4") + "&key-file="
                    + group.directory().resolve("key") + TIMING)) {
                Candidate waiting = newcomer.candidate("job");
                waiting.start();
                MembershipAdmin admin = (MembershipAdmin) newcomer.backend();
                await().atMost(SOON)
                        .until(() -> GroupMember.await(admin.members(), SOON).members().stream()
                                .allMatch(MemberList.Entry::reached));
                // Longer than a roster takes to arrive.
                await().atMost(SOON).during(Duration.ofSeconds(2)).untilAsserted(() -> {
                    for (Baton asked : new Baton[] {first, second, third}) {
                        assertThat(asked.election("job").transferTo("n4")).isEqualTo(TransferOutcome.UNKNOWN_TARGET);
                    }
                    assertThat(leader.leadership().map(held -> held.epoch())).contains(epoch);
                });
            }
        }
    }
}
