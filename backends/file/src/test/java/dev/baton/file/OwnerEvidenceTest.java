package dev.baton.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.baton.file.record.ClaimOwner;
import dev.baton.support.process.Evidence;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Evidence about the owner of a claim: liveness files and pid namespaces. */
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
        return store.process().peers().deathEvidence().hasEnded(owner);
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
