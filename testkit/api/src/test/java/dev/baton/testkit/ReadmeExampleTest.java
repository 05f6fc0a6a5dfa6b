package dev.baton.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.Baton;
import dev.baton.Candidate;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Examples of tests for leader code. The README shows the first one. */
class ReadmeExampleTest {

    @Test // API-2
    void leaderThatCannotRenewStopsLeading() {
        VirtualTime time = new VirtualTime();
        MemoryStore store = new MemoryStore();
        try (Baton first = TestBaton.connect(store, time);
                Baton second = TestBaton.connect(store, time)) {
            Candidate leader = first.candidate("nightly");
            Candidate standby = second.candidate("nightly");
            leader.start();
            standby.start();
            time.advance(Duration.ofMillis(1));
            assertThat(leader.isLeader()).isTrue();
            store.breakDown();
            time.advance(Duration.ofSeconds(10));
            assertThat(leader.isLeader()).isFalse();
        }
    }

    @Test // API-1
    void standbySendsNothingUntilItLeads() {
        VirtualTime time = new VirtualTime();
        MemoryStore store = new MemoryStore();
        Candidate leader = TestBaton.connect(store, time).candidate("mailer");
        Candidate standby = TestBaton.connect(store, time).candidate("mailer");
        List<String> sent = new ArrayList<>();
        leader.start();
        time.advance(Duration.ofSeconds(1));
        standby.start();
        time.advance(Duration.ofSeconds(1));

        standby.gate("mail").tryRun(leadership -> sent.add("too early"));
        leader.close();
        time.advance(Duration.ofSeconds(1));
        standby.gate("mail").tryRun(leadership -> sent.add("epoch " + leadership.epoch()));
        assertThat(sent).containsExactly("epoch 2");
    }
}
