package dev.baton.quorum;

import dev.baton.Baton;
import dev.baton.InstanceStatus;
import java.time.Duration;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;

class AddressExchangeTest {

    @Test // QUORUM-7
    void findsOtherMembersThroughOneKnownMember() {
        try (TestGroup group = new TestGroup(3, "", false);
                Baton first = Baton.connect(without("n3", group.url("n1")));
                Baton second = Baton.connect(without("n3", group.url("n2")));
                Baton newcomer = Baton.connect(without("n2", group.url("n3")))) {
            first.candidate("e").start();
            second.candidate("e").start();
            // A member publishes its statuses only to connected members.
            Awaitility.await()
                    .atMost(Duration.ofSeconds(30))
                    .until(() -> newcomer.election("e").roster().stream()
                            .map(InstanceStatus::instanceId)
                            .anyMatch("n2"::equals));
        }
    }

    /** Returns the URL without this peer. */
    private static String without(String peer, String url) {
        return url.replaceAll("([=,])" + peer + "@[^,&]*(,|(?=&))", "$1").replace(",&", "&");
    }
}
