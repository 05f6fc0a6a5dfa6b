package dev.baton.reconcile;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.store.ObjectStore;
import dev.baton.store.StoredObject;
import dev.baton.testkit.VirtualTime;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.Statement;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Reports that are late, false or cannot be written, in a tenure without threads. */
class StaleReportsTest {
    private final VirtualTime time = new VirtualTime();
    private final MemoryDriver driver = new MemoryDriver();
    private final ResourceIndex<String> index = new ResourceIndex<>();
    private final ReconcileProgress progress = new ReconcileProgress();
    private final ReconcileSettings settings = ReconcileSettings.defaults();

    @TempDir
    Path directory;

    private ObjectStore store;
    private Resources<String, String> resources;
    private Reconciliation<String, String> round;

    @BeforeEach
    void open() {
        store = ObjectStore.open("sqlite:" + file());
        resources = new Resources<>(store, "sandbox", ResourceCodec.plain(), ResourceCodec.plain());
        index.begin(time.nanos());
        resources.create("a", "spec");
        round = new Reconciliation<>(
                new ReconcileContext<>(
                        resources, new DriverCalls<>(driver, settings), index, settings, time, progress, () -> 1.0),
                new WritePermission(() -> true, 1));
    }

    @AfterEach
    void close() {
        store.close();
    }

    @Test // LEASE-7
    void lateReportOfADeletionDoesNotEndAResourceThatExistsAgain() throws Exception {
        ready();
        // The watch is late: it reports the deletion of a predecessor, and nothing of the resource that exists now.
        watch(ResourceCondition.DELETING, 0);
        time.advance(Duration.ofMillis(1));
        settle();
        assertThat(phase()).isEqualTo(ResourcePhase.READY);
        assertThat(index.all())
                .as("the driver's answer replaces the report")
                .hasEntrySatisfying(
                        "a", sighting -> assertThat(sighting.condition()).isEqualTo(ResourceCondition.READY));
        index.gone("a", 0);
        round.enqueueGone("a");
        settle();
        assertThat(phase()).isEqualTo(ResourcePhase.READY);
    }

    @Test // LEASE-7
    void reportsAboutAnEarlierGenerationAreIgnored() throws Exception {
        driver.setSilently("a", ResourceCondition.READY, "up", 2);
        watch(ResourceCondition.READY, 2);
        settle();
        assertThat(index.seen("a", new ResourceSighting<>(ResourceCondition.DELETING, "old", 1), time.nanos()))
                .isFalse();
        assertThat(index.gone("a", 1)).isFalse();
        assertThat(index.fresh("a")).isPresent();
        assertThat(record().generation()).isEqualTo(2);
        resources.delete("a");
        driver.lose("a");
        index.gone("a", 2);
        round.enqueueGone("a");
        settle();
        resources.create("a", "again");
        watch(ResourceCondition.READY, 2);
        settle();
        assertThat(phase()).as("ready was its predecessor").isEqualTo(ResourcePhase.PROVISIONING);
        driver.setSilently("a", ResourceCondition.READY, "up", 3);
        watch(ResourceCondition.READY, 3);
        settle();
        assertThat(phase()).isEqualTo(ResourcePhase.READY);
    }

    @Test // LEASE-7
    void sweepOverrulesAnOlderReportOfTheWatch() throws Exception {
        watch(ResourceCondition.PENDING, 0);
        time.advance(Duration.ofMillis(1));
        driver.setSilently("a", ResourceCondition.READY, "up");
        settle();
        assertThat(phase()).isEqualTo(ResourcePhase.READY);
        round.enqueue("a");
        settle();
        assertThat(record().status()).as("not the older report again").isEqualTo(Optional.of("up"));
    }

    @Test // LEASE-7
    void falseEndHealsButARequestedDeletionStays() throws Exception {
        ready();
        driver.lose("a");
        round.enqueueGone("a");
        settle();
        assertThat(phase()).isEqualTo(ResourcePhase.DELETED);
        driver.setSilently("a", ResourceCondition.READY, "up");
        time.advance(settings.sweepInterval());
        settle();
        assertThat(phase()).isEqualTo(ResourcePhase.READY);
        driver.setSilently("a", ResourceCondition.DELETING, "going");
        time.advance(settings.sweepInterval());
        settle();
        assertThat(phase()).isEqualTo(ResourcePhase.DELETING);
        driver.setSilently("a", ResourceCondition.READY, "up");
        time.advance(settings.sweepInterval());
        settle();
        assertThat(phase()).as("a deletion that only the driver reported").isEqualTo(ResourcePhase.READY);
        resources.delete("a");
        time.advance(settings.sweepInterval());
        settle();
        assertThat(phase()).as("a deletion that was requested").isEqualTo(ResourcePhase.DELETING);
    }

    @Test // LEASE-7
    void endOfAResourceIsNotForgottenWhenItsWriteFails() throws Exception {
        ready();
        driver.lose("a");
        execute("CREATE TRIGGER refuse BEFORE UPDATE ON objects WHEN new.object_type = 'sandbox'"
                + " BEGIN SELECT RAISE(ABORT, 'no space'); END");
        round.enqueueGone("a");
        settle();
        assertThat(phase()).isEqualTo(ResourcePhase.READY);
        assertThat(round.failing()).containsKey("a");
        assertThat(progress.failing()).hasValueSatisfying(why -> assertThat(why).contains("the store", "no space"));
        execute("DROP TRIGGER refuse");
        time.advance(settings.retryBase());
        settle();
        assertThat(phase()).isEqualTo(ResourcePhase.DELETED);
        assertThat(progress.failing()).isEmpty();
        assertThat(round.failing()).isEmpty();
    }

    @Test // LEASE-7
    void requestedDeletionOfAResourceThatNeverExistedEndsWithTheNextSweep() throws Exception {
        settle();
        resources.delete("a");
        time.advance(settings.sweepInterval());
        settle();
        assertThat(phase()).isEqualTo(ResourcePhase.DELETED);
        driver.setSilently("a", ResourceCondition.READY, "late");
        time.advance(settings.sweepInterval());
        settle();
        assertThat(phase()).as("it was created late, and its deletion goes on").isEqualTo(ResourcePhase.DELETING);
    }

    @Test // LEASE-7
    void fieldsOfALaterVersionSurviveEveryWrite() throws Exception {
        StoredObject before = store.get(resources.key("a")).orElseThrow();
        String later =
                "{\"phase\":\"provisioning\",\"epoch\":0,\"spec\":\"image\",\"owner\":{\"team\":\"x\",\"budget\":"
                        + "123456789012345678901234567890.5},\"labels\":[\"a\",null,1e400]}";
        store.putIf(before.key(), later, dev.baton.store.WriteCondition.matchResourceVersion(before.resourceVersion()));
        ready();
        resources.update("a", 0, "image2");
        resources.delete("a");
        driver.lose("a");
        round.enqueueGone("a");
        settle();
        assertThat(store.get(before.key()).orElseThrow().payload())
                .isEqualTo(
                        "{\"phase\":\"deleted\",\"epoch\":1,\"spec\":\"image2\",\"owner\":{\"team\":\"x\",\"budget\":"
                                + "123456789012345678901234567890.5},\"labels\":[\"a\",null,1e400],\"status\":\"up\","
                                + "\"deletion_requested\":true}");
    }

    @Test // LEASE-7
    void specThatThisVersionReadsOnlyInPartIsNotRewritten() throws Exception {
        ResourceCodec<String> firstWord = new ResourceCodec<>(word -> word, text -> text.split(" ", 2)[0]);
        Resources<String, String> older = new Resources<>(store, "sandbox", firstWord, ResourceCodec.plain());
        resources.update("a", 0, "image and-what-a-later-version-added");
        older.delete("a");
        assertThat(record().spec()).isEqualTo("image and-what-a-later-version-added");
    }

    @Test // LEASE-7
    void resourceWithAnIdThatNoRecordCanHaveIsAStrangerAndIsNotRetried() throws Exception {
        String tooLong = "x".repeat(513);
        driver.setSilently(tooLong, ResourceCondition.READY, "up");
        index.seen(tooLong, new ResourceSighting<>(ResourceCondition.READY, "up"), time.nanos());
        round.enqueue(tooLong);
        round.enqueueGone(tooLong);
        driver.setSilently("a", ResourceCondition.READY, "up");
        settle();
        assertThat(round.failing()).isEmpty();
        assertThat(round.strangers()).containsExactly(tooLong);
        assertThat(phase()).isEqualTo(ResourcePhase.READY);
    }

    private void ready() throws Exception {
        driver.setSilently("a", ResourceCondition.READY, "up");
        settle();
        assertThat(phase()).isEqualTo(ResourcePhase.READY);
    }

    private void watch(ResourceCondition condition, long generation) {
        index.seen("a", new ResourceSighting<>(condition, condition.name(), generation), time.nanos());
        round.enqueue("a");
    }

    private void settle() throws InterruptedException {
        while (round.step()) {
            assertThat(driver.lists.get()).isLessThan(1_000);
        }
    }

    private Resource<String, String> record() {
        return resources.get("a").orElseThrow().value();
    }

    private ResourcePhase phase() {
        return record().phase();
    }

    private Path file() {
        return directory.resolve("objects.db");
    }

    private void execute(String sql) throws Exception {
        try (Connection connection = DriverManager.getConnection("jdbc:sqlite:" + file());
                Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }
}
