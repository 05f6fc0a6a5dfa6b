package dev.baton.reconcile;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.store.ObjectKey;
import dev.baton.store.ObjectStore;
import dev.baton.store.PutOutcome;
import dev.baton.store.StoredObject;
import dev.baton.store.WriteCondition;
import dev.baton.testkit.VirtualTime;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Objects;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Records that this version cannot read, or only in part: it leaves them alone, and reports them. */
class LaterVersionTest {
    private static final ObjectKey KEY = new ObjectKey("sandbox", "x");

    private final VirtualTime time = new VirtualTime();
    private final MemoryDriver driver = new MemoryDriver();
    private final ReconcileSettings settings = ReconcileSettings.defaults();

    @TempDir
    Path directory;

    private ObjectStore store;
    private Resources<String, String> resources;
    private Reconciliation<String, String> round;

    @BeforeEach
    void open() {
        store = ObjectStore.open("sqlite:" + directory.resolve("objects.db"));
        resources = new Resources<>(store, "sandbox", ResourceCodec.plain(), ResourceCodec.plain());
        round = new Reconciliation<>(
                new ReconcileContext<>(
                        resources,
                        new DriverCalls<>(driver, settings),
                        new ResourceIndex<>(),
                        settings,
                        time,
                        new ReconcileProgress(),
                        () -> 1.0),
                new WritePermission(() -> true, 1));
    }

    @AfterEach
    void close() {
        store.close();
    }

    @Test // LEASE-7
    void recordOfTheNextVersionIsReadAndLeftAloneByEverySweep() throws Exception {
        write(golden("next-version"));
        Resource<String, String> read = resources.get("x").orElseThrow().value();
        assertThat(read.phase()).isEqualTo(ResourcePhase.UNKNOWN);
        assertThat(read.spec()).isEqualTo("image=base");
        assertThat(read.status()).contains("asleep");
        for (int minute = 0; minute < 30; minute++) {
            sweep();
        }
        driver.setSilently("x", ResourceCondition.READY, "up", 9);
        round.enqueue("x");
        sweep();
        driver.lose("x");
        round.enqueueGone("x");
        sweep();
        assertThat(payload()).isEqualTo(golden("next-version"));
        assertThat(round.leftAlone()).containsOnlyKeys("x");
        assertThat(round.leftAlone().get("x")).contains("phase");
    }

    @Test // LEASE-7
    void everyWriteKeepsTheFieldsOfTheNextVersion() throws Exception {
        write(golden("next-version"));
        resources.update("x", 0, "image=next");
        assertThat(payload()).isEqualTo(golden("next-version-updated"));
        assertThat(resources.create("x", "image=other")).isInstanceOf(PutOutcome.Conflict.class);
        resources.delete("x");
        sweep();
        assertThat(payload()).isEqualTo(golden("next-version-deleted"));
        assertThat(resources.create("x", "image=third")).isInstanceOf(PutOutcome.Stored.class);
        assertThat(payload()).isEqualTo(golden("next-version-created-again"));
        assertThat(resources.get("x").orElseThrow().value())
                .isEqualTo(new Resource<>("image=third", ResourcePhase.PROVISIONING, Optional.empty(), 0, false, 3));
        sweep();
        assertThat(round.leftAlone()).isEmpty();
    }

    @Test // LEASE-7
    void unreadableRecordWithoutAResourceIsReportedUntilItIsRepaired() throws Exception {
        write("{\"phase\":");
        sweep();
        assertThat(round.strangers()).containsExactly("x");
        assertThat(round.leftAlone().get("x")).contains("sandbox", "x");
        sweep();
        assertThat(round.strangers()).as("after a sweep of changes").containsExactly("x");
        write("{\"phase\":\"ready\",\"epoch\":0,\"spec\":\"image\"}");
        sweep();
        assertThat(round.strangers()).isEmpty();
        write("[]");
        sweep();
        assertThat(round.leftAlone()).containsOnlyKeys("x");
        store.deleteIf(KEY, store.get(KEY).orElseThrow().resourceVersion());
        time.advance(settings.fullSweepInterval());
        sweep();
        assertThat(round.leftAlone()).isEmpty();
    }

    private void sweep() throws InterruptedException {
        time.advance(Duration.ofMinutes(1));
        while (round.step()) {
            assertThat(driver.lists.get()).isLessThan(1_000);
        }
    }

    private void write(String payload) {
        store.putIf(KEY, payload, WriteCondition.unconditional());
    }

    private String payload() {
        return store.get(KEY).map(StoredObject::payload).orElseThrow();
    }

    private static String golden(String name) throws Exception {
        try (InputStream file =
                Objects.requireNonNull(LaterVersionTest.class.getResourceAsStream("/records/" + name + ".json"))) {
            return new String(file.readAllBytes(), StandardCharsets.UTF_8).strip();
        }
    }
}
