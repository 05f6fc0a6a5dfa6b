package dev.baton.quorum;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.baton.BatonClock;
import dev.baton.EndReason;
import dev.baton.spi.AcquireOutcome;
import dev.baton.spi.Backend;
import dev.baton.spi.Contender;
import dev.baton.spi.ContenderSettings;
import dev.baton.spi.ReleaseRequest;
import dev.baton.testkit.GroupContractStore;
import dev.baton.testkit.IgnoredSignals;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What a member that was away knows of what the others have stored, at the moment when it leads again. */
class StoredNamesTest {
    private static final Duration SOON = Duration.ofSeconds(30);
    private static final String STORED = "orders:layout.2.7";

    private final TestGroup group = new TestGroup(3, TestGroup.FAST, true);
    private final Map<String, Backend> members = new TreeMap<>();

    @BeforeEach
    void start() {
        group.ids().forEach(id -> members.put(id, group.open(id, BatonClock.system())));
        GroupContractStore.awaitVoting(members.values());
    }

    @AfterEach
    void close() {
        members.values().forEach(Backend::close);
        group.close();
    }

    @Test // QUORUM-6, LEASE-11
    void memberThatWasCutOffKnowsWhatIsStoredWhenItLeadsAlsoIfTheOthersWereRestarted() {
        group.isolate("n1");
        // Nothing that was sent before arrives later either.
        group.restart();
        acquireAndRelease("n2", STORED);
        for (String id : List.of("n2", "n3")) {
            member(id).close();
            members.put(id, group.open(id, BatonClock.system()));
        }
        assertThat(elections("n2")).contains(STORED);
        assertThat(elections("n1")).doesNotContain(STORED);
        group.heal();
        acquireAndRelease("n1", "job");
        assertThat(elections("n1")).contains(STORED);
    }

    @Test // QUORUM-6, LEASE-11
    void memberThatReachesOnlyAVoterKnowsWhatIsStoredWhenItLeads() {
        cut("n1", "n2");
        acquireAndRelease("n2", STORED);
        acquireAndRelease("n1", "job");
        assertThat(elections("n1")).contains(STORED);
    }

    @Test // QUORUM-6, LEASE-11
    void memberThatStartsAgainKnowsWhatWasStoredWithoutItWhenItLeads() {
        member("n1").close();
        acquireAndRelease("n2", STORED);
        members.put("n1", group.open("n1", BatonClock.system()));
        acquireAndRelease("n1", "job");
        assertThat(elections("n1")).contains(STORED);
    }

    private void cut(String one, String other) {
        group.proxy(one, other).blackhole();
        group.proxy(other, one).blackhole();
    }

    private Backend member(String id) {
        return Objects.requireNonNull(members.get(id));
    }

    private List<String> elections(String id) {
        return member(id).elections().toCompletableFuture().join();
    }

    private void acquireAndRelease(String id, String election) {
        Contender contender = member(id).contend(new ContenderSettings(election, id, 0, "", new IgnoredSignals()));
        AcquireOutcome won = await().atMost(SOON)
                .until(() -> contender.acquire(0).toCompletableFuture().join(), AcquireOutcome.Won.class::isInstance);
        contender
                .release(((AcquireOutcome.Won) won).claim(), ReleaseRequest.of(EndReason.RESIGNED))
                .toCompletableFuture()
                .join();
        contender.withdraw().toCompletableFuture().join();
        contender.close();
    }
}
