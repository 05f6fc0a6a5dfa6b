package dev.baton.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.baton.BatonClock;
import dev.baton.file.process.Life;
import dev.baton.file.record.ClaimOwner;
import dev.baton.spi.Claim;
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

/** What a candidate makes of the life and death of others: their locks, their holds, their namespaces. */
class OwnerLifeTest {
    private Site site;

    @BeforeEach
    void open() throws IOException {
        site = new Site();
    }

    @AfterEach
    void close() {
        site.close();
    }

    private Life judge(ClaimOwner owner) throws IOException {
        return site.process().neighbourhood().lifeProof().judge(owner);
    }

    @Test // FILE-6
    void theHolderOfALivenessLockLivesAndWhenItIsFreeItIsDead() throws IOException {
        Player leader = site.player("leader");
        leader.win();
        ClaimOwner owner = leader.backend().neighbourhood().us().as("leader");
        assertThat(judge(owner)).isEqualTo(Life.ALIVE);
        leader.crash();
        assertThat(judge(owner)).isEqualTo(Life.DEAD);
    }

    @Test // FILE-6
    void aProcessIsNotDeadWhileOneOfItsHoldsIsHeld() throws Exception {
        Player leader = site.player(site.process(BatonClock.system(), false), "leader");
        leader.win();
        Path hold = leader.backend().newHold();
        assertThat(Files.size(hold)).isZero();
        Process held = new ProcessBuilder("flock", hold.toString(), "sh", "-c", "echo held; read line").start();
        assertThat(held.inputReader().readLine()).isEqualTo("held");
        Player standby = site.player(site.process(BatonClock.system(), false), "standby");
        standby.mustWait();
        leader.crash();
        assertThat(standby.mustWait().holder()).isEqualTo("leader");
        int before = standby.signals().tries.get();
        held.getOutputStream().close();
        Awaitility.await()
                .atMost(2, TimeUnit.SECONDS)
                .until(() -> standby.signals().tries.get() > before);
        standby.win();
    }

    @Test // FILE-1, FILE-6
    void aStaleClaimIsNotTakenWhileAHoldOfItsOwnerIsHeld() throws Exception {
        Player leader = site.player("leader");
        Claim claim = leader.win();
        Path hold = leader.backend().newHold();
        Process held = new ProcessBuilder("flock", hold.toString(), "sh", "-c", "echo held; read line").start();
        assertThat(held.inputReader().readLine()).isEqualTo("held");
        Player standby = site.player("standby");
        standby.mustWait();
        site.clock.pass(Duration.ofMinutes(1));
        assertThat(standby.mustWait().freeAfter().orElseThrow()).isLessThan(Duration.ofSeconds(1));
        site.write("");
        standby.mustWait();
        site.clock.pass(Duration.ofMinutes(1));
        assertThat(standby.mustWait().freeAfter().orElseThrow()).isLessThan(Duration.ofSeconds(1));
        held.getOutputStream().close();
        assertThat(held.waitFor(20, TimeUnit.SECONDS)).isTrue();
        assertThat(standby.win().epoch()).isGreaterThan(claim.epoch());
    }

    @Test // FILE-6
    void aHoldThatNobodyHoldsDelaysNothingAndIsRemovedOnClose() throws IOException {
        Player leader = site.player("leader");
        leader.win();
        Path hold = leader.backend().newHold();
        leader.backend().household().claims().dropAllOf(leader.contender(), Site.ELECTION);
        leader.backend().close();
        assertThat(hold).doesNotExist();
    }

    @Test // FILE-6, FILE-10
    void anotherPidNamespaceIsNotFooled() throws Exception {
        Player leader = site.player(site.process(BatonClock.system(), false), "leader");
        leader.win();
        String inside = insideNamespace("held");
        assertThat(inside).contains("HeldBy[holder=leader");
        leader.crash();
        assertThat(insideNamespace("won")).contains("Won[");
    }

    @Test // FILE-6, FILE-10
    void anotherPidNamespaceWithoutTheLivenessFileWaits() throws Exception {
        Player leader = site.player(site.process(BatonClock.system(), false), "leader");
        leader.win();
        Path liveness =
                site.layout.liveness(leader.backend().neighbourhood().us().name());
        Path away = site.directory.resolveSibling("liveness");
        Files.move(liveness, away);
        assertThat(insideNamespace("held")).contains("HeldBy[holder=leader");
    }

    /** One attempt of another process, in which no pid of ours means anything. */
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
                        site.directory.toString(),
                        Site.ELECTION,
                        id)
                .redirectErrorStream(true)
                .start();
        String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor(30, TimeUnit.SECONDS)).isTrue();
        assumeTrue(!said.contains("Operation not permitted"), "this user may not make a pid namespace");
        return said;
    }
}
