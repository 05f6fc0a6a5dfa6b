package dev.baton.quorum;

import dev.baton.Baton;
import dev.baton.InstanceStatus;
import java.time.Duration;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;

class AddressesTest {

    @Test // QUORUM-7
    void whoKnowsOneMemberFindsTheOthersThroughIt() {
        try (TestGroup group = new TestGroup(3, "", false);
                Baton first = Baton.connect(without("n3", group.url("n1")));
                Baton second = Baton.connect(without("n3", group.url("n2")));
                Baton newcomer = Baton.connect(without("n2", group.url("n3")))) {
            first.candidate("e").start();
            second.candidate("e").start();
            // What a member says of its candidates, it says to those only who are connected with it.
            Awaitility.await()
                    .atMost(Duration.ofSeconds(30))
                    .until(() -> newcomer.election("e").roster().stream()
                            .map(InstanceStatus::instanceId)
                            .anyMatch("n2"::equals));
        }
    }

    /** A URL that does not name this peer. */
    private static String without(String peer, String url) {
        return url.replaceAll("([=,])" + peer + "@[^,&]*(,|(?=&))", "$1").replace(",&", "&");
    }
}
