package dev.baton.kubernetes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.baton.BatonClock;
import dev.baton.EndReason;
import dev.baton.kubernetes.api.KubeException;
import dev.baton.kubernetes.api.KubeObject;
import dev.baton.spi.AcquireOutcome;
import dev.baton.spi.Claim;
import dev.baton.spi.Contender;
import dev.baton.spi.ContenderSettings;
import dev.baton.spi.ReleaseRequest;
import dev.baton.spi.RenewOutcome;
import dev.baton.support.json.JsonFields;
import dev.baton.testkit.kubernetes.SimulatedKubeServer;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Writes whose answer was lost, or that arrive late. */
class UncertainWriteTest {
    private static final String ELECTION = "late";

    private final SimulatedKubeServer server = new SimulatedKubeServer();
    private final KubernetesContractStore store = new KubernetesContractStore(server, server::close);
    private final KubernetesBackend backend = KubernetesBackend.open(store.url(), BatonClock.system());
    private final KubernetesContender contender = (KubernetesContender) contender("one");

    @AfterEach
    void close() {
        backend.close();
        store.close();
    }

    private Contender contender(String instanceId) {
        return backend.contend(new ContenderSettings(ELECTION, instanceId, 0, "", new SilentContenderSignals()));
    }

    private static <T> T get(CompletionStage<T> stage) throws Exception {
        return stage.toCompletableFuture().get(30, TimeUnit.SECONDS);
    }

    private Claim won() throws Exception {
        AcquireOutcome outcome = get(contender.acquire(0));
        // On a busy machine, the reply of the first connection can come too late.
        while (outcome instanceof AcquireOutcome.Unknown) {
            get(contender.withdraw());
            outcome = get(contender.acquire(0));
        }
        assertThat(outcome).isInstanceOf(AcquireOutcome.Won.class);
        return ((AcquireOutcome.Won) outcome).claim();
    }

    @Test // API-6
    void writeThatArrivesAfterTheWithdrawalIsRefused() throws Exception {
        get(contender.release(won(), ReleaseRequest.of(EndReason.RESIGNED)));
        KubeObject base = store.lease(ELECTION).orElseThrow().object();
        KubeObject late =
                new ElectionLease(base).taken(contender, base.revision() + 1, Duration.ofSeconds(3), 0, List.of(), 0);
        contender.setUncertainVersion(base.version());
        get(contender.withdraw());
        assertThatThrownBy(() -> store.direct.replace(late))
                .isInstanceOfSatisfying(
                        KubeException.class,
                        refused -> assertThat(refused.isConflict()).isTrue());
        assertThat(store.holderInStore(ELECTION)).isEmpty();
    }

    @Test // API-6
    void grantWhoseReplyWasLostIsReadBackAndReleased() throws Exception {
        get(contender.release(won(), ReleaseRequest.of(EndReason.RESIGNED)));
        store.proxy.blackholeReplies();
        assertThat(get(contender.acquire(0))).isInstanceOf(AcquireOutcome.Unknown.class);
        store.proxy.heal();
        Awaitility.await("the withdrawal is confirmed").ignoreExceptions().until(() -> {
            get(contender.withdraw());
            return true;
        });
        assertThat(store.holderInStore(ELECTION)).isEmpty();
    }

    @Test // API-6
    void annotationsOfOthersAndALostReplyDoNotEndATenure() throws Exception {
        Claim claim = won();
        for (int i = 0; i < 5; i++) {
            String value = "v" + i;
            store.edit(ELECTION, lease -> lease.withAnnotations(Map.of("example.com/note", value)));
            assertThat(get(backend.renew(List.of(claim))).get(claim)).isInstanceOf(RenewOutcome.Renewed.class);
        }
        assertThat(store.lease(ELECTION).orElseThrow().object().annotation("example.com/note"))
                .isEqualTo("v4");
    }

    @Test // FENCE-1
    void removedEpochAnnotationIsWrittenAgain() throws Exception {
        Claim claim = won();
        store.edit(ELECTION, lease -> lease.withAnnotations(Map.of(Marks.EPOCH, "", Marks.CANDIDATE, "")));
        assertThat(get(backend.renew(List.of(claim))).get(claim)).isInstanceOf(RenewOutcome.Renewed.class);
        assertThat(store.lease(ELECTION).orElseThrow().epoch()).isEqualTo(claim.epoch());
    }

    @Test // API-1
    void deletedAndCreatedLeaseIsNotRenewed() throws Exception {
        Claim claim = won();
        store.deleteLock(ELECTION);
        assertThat(get(backend.renew(List.of(claim))).get(claim)).isInstanceOf(RenewOutcome.Gone.class);
        assertThat(won().epoch()).isGreaterThan(claim.epoch());
    }

    /** As a restore of one object from a backup does. */
    @Test // API-1
    void leaseThatWasDeletedAndCreatedAgainIsNotRenewed() throws Exception {
        Claim claim = won();
        KubeObject held = store.lease(ELECTION).orElseThrow().object();
        store.deleteLock(ELECTION);
        Map<String, Object> metadata = new HashMap<>(
                JsonFields.of("metadata", held.fields().get("metadata")).object());
        metadata.keySet().removeAll(List.of("uid", "resourceVersion", "creationTimestamp", "generation"));
        Map<String, Object> fields = new HashMap<>(held.fields());
        fields.put("metadata", metadata);
        KubeObject copy = store.direct.create(new KubeObject(fields));
        assertThat(copy.uid()).isNotEqualTo(held.uid());
        assertThat(store.holderInStore(ELECTION)).isPresent();
        assertThat(get(backend.renew(List.of(claim))).get(claim)).isInstanceOf(RenewOutcome.Gone.class);
    }

    @Test // API-7
    void historyKeepsTenuresThatLeftTheLease() throws Exception {
        for (int i = 0; i < 30; i++) {
            get(contender.release(won(), ReleaseRequest.of(EndReason.RESIGNED)));
        }
        assertThat(get(backend.history(ELECTION)))
                .hasSize(30)
                .allMatch(tenure -> tenure.to().isPresent());
        assertThat(store.lease(ELECTION).orElseThrow().tenures()).hasSizeLessThan(10);
    }
}
