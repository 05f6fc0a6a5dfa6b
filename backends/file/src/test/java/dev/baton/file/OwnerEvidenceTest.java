package dev.baton.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.baton.file.record.ClaimOwner;
import dev.baton.spi.Claim;
import dev.baton.support.process.Evidence;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Evidence about the owner of a claim: liveness files, holds and pid namespaces. */
class OwnerEvidenceTest {
    private FileStoreFixture store;

    @BeforeEach
    void open() throws IOException {
        store = new FileStoreFixture();
    }

    @AfterEach
    void close() {
        store.close();
    }

    private Evidence hasEnded(ClaimOwner owner) throws IOException {
        return store.process().peers().deathEvidence().hasEndedWithHolds(owner);
    }

    @Test // FILE-6
    void unlockedLivenessFileProvesEnd() throws IOException {
        TestContender leader = store.contender("leader");
        leader.win();
        ClaimOwner owner = leader.backend().peers().self().owner("leader");
        assertThat(hasEnded(owner)).isEqualTo(Evidence.NO);
        leader.crash();
        assertThat(hasEnded(owner)).isEqualTo(Evidence.YES);
    }

    @Test // FILE-6
    void waitsForHoldOfCrashedLeader() throws Exception {
        TestContender leader = store.realTimeContender("leader");
        leader.win();
        Path hold = leader.backend().newHold();
        assertThat(Files.size(hold)).isZero();
        Process held = new ProcessBuilder("flock", hold.toString(), "sh", "-c", "echo held; read line").start();
        assertThat(held.inputReader().readLine()).isEqualTo("held");
        TestContender standby = store.realTimeContender("standby");
        standby.expectHeld();
        leader.crash();
        assertThat(standby.expectHeld().holder()).isEqualTo("leader");
        int before = standby.signals().tryNowCount.get();
        held.getOutputStream().close();
        Awaitility.await()
                .atMost(2, TimeUnit.SECONDS)
                .until(() -> standby.signals().tryNowCount.get() > before);
        standby.win();
    }

    @Test // FILE-1, FILE-6
    void waitsForHoldOfStaleClaim() throws Exception {
        TestContender leader = store.contender("leader");
        Claim claim = leader.win();
        Path hold = leader.backend().newHold();
        Process held = new ProcessBuilder("flock", hold.toString(), "sh", "-c", "echo held; read line").start();
        assertThat(held.inputReader().readLine()).isEqualTo("held");
        TestContender standby = store.contender("standby");
        standby.expectHeld();
        store.clock.advance(Duration.ofMinutes(1));
        assertThat(standby.expectHeld().freeAfter().orElseThrow()).isLessThan(Duration.ofSeconds(1));
        store.write("");
        standby.expectHeld();
        store.clock.advance(Duration.ofMinutes(1));
        assertThat(standby.expectHeld().freeAfter().orElseThrow()).isLessThan(Duration.ofSeconds(1));
        held.getOutputStream().close();
        assertThat(held.waitFor(20, TimeUnit.SECONDS)).isTrue();
        assertThat(standby.win().epoch()).isGreaterThan(claim.epoch());
    }

    @Test // FILE-6
    void removesUnlockedHoldOnClose() throws IOException {
        TestContender leader = store.contender("leader");
        leader.win();
        Path hold = leader.backend().newHold();
        leader.backend().context().claims().dropAllOf(leader.contender(), FileStoreFixture.ELECTION);
        leader.backend().close();
        assertThat(hold).doesNotExist();
    }

    @Test // FILE-6, FILE-10
    void judgesByLivenessFileInOtherPidNamespace() throws Exception {
        TestContender leader = store.realTimeContender("leader");
        leader.win();
        String inside = insideNamespace("held");
        assertThat(inside).contains("HeldBy[holder=leader");
        leader.crash();
        assertThat(insideNamespace("won")).contains("Won[");
    }

    @Test // FILE-6, FILE-10
    void waitsInOtherPidNamespaceWithoutLivenessFile() throws Exception {
        TestContender leader = store.realTimeContender("leader");
        leader.win();
        Path liveness = store.layout.liveness(leader.backend().peers().self().name());
        Path away = store.directory.resolveSibling("liveness");
        Files.move(liveness, away);
        assertThat(insideNamespace("held")).contains("HeldBy[holder=leader");
    }

    /** Runs one attempt in a process of another pid namespace. */
    private String insideNamespace(String id) throws Exception {
        Process process = new ProcessBuilder(
                        "unshare",
                        "--pid",
                        "--fork",
                        "--mount-proc",
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-cp",
                        System.getProperty("java.class.path"),
                        AttemptMain.class.getName(),
                        store.directory.toString(),
                        FileStoreFixture.ELECTION,
                        id)
                .redirectErrorStream(true)
                .start();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor(30, TimeUnit.SECONDS)).isTrue();
        assumeTrue(!output.contains("Operation not permitted"), "this user may not make a pid namespace");
        return output;
    }
}
