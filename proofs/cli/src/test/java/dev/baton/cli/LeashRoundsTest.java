package dev.baton.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Rounds in which one of two real processes loses its leadership in some way. */
// API-3, FILE-9: no process of a former leader's command runs beside its successor's
class LeashRoundsTest {
    private static final Duration TIMEOUT = Duration.ofSeconds(60);

    @TempDir
    Path directory;

    private Contest contest;

    @BeforeEach
    void start() throws IOException {
        contest = new Contest(directory);
    }

    @AfterEach
    void stop() {
        contest.close();
    }

    @Test
    void commandsNeverOverlapWhenLeaderIsKilled() {
        for (int round = 0; round < 24; round++) {
            killLeaderAndAwaitSuccessor();
        }
    }

    private void killLeaderAndAwaitSuccessor() {
        long epoch = contest.epoch();
        contest.killAndReplace(contest.leaderOf(epoch));
        contest.awaitEpochAfter(epoch);
        contest.assertNoOverlap();
    }

    @Test
    void commandsNeverOverlapWhenLeadershipIsTransferred() {
        for (int round = 0; round < 12; round++) {
            long epoch = contest.epoch();
            String other = contest.leaderOf(epoch).equals("a") ? "b" : "a";
            await().atMost(TIMEOUT)
                    .until(() -> Cli.run("transfer", "job", "--to", other, "--on", "file:" + contest.store())
                                    .code()
                            == 0);
            contest.awaitEpochAfter(epoch);
            contest.assertNoOverlap();
        }
    }

    @Test
    void commandsEndWhenTheStoreIsUnreachable() throws IOException {
        for (int round = 0; round < 5; round++) {
            long epoch = contest.epoch();
            String leader = contest.leaderOf(epoch);
            Path locks = contest.store().resolve("locks");
            Path away = replaceByAFile(locks);
            contest.awaitLoss(leader, epoch);
            contest.awaitEndOfAllCommands();
            Files.delete(locks);
            Files.move(away, locks);
            contest.awaitEpochAfter(epoch);
            contest.assertNoOverlap();
        }
        assertThat(contest.epoch()).isGreaterThan(5);
    }

    /** Returns where the folder is now. Its leader restores it within milliseconds: then that one is moved too. */
    private static Path replaceByAFile(Path folder) throws IOException {
        while (true) {
            Path away = Files.createTempDirectory(folder.getParent(), "away");
            Files.move(folder, away, StandardCopyOption.REPLACE_EXISTING);
            try {
                Files.createFile(folder);
                return away;
            } catch (FileAlreadyExistsException restored) {
                // Again, with the folder that is there now.
            }
        }
    }
}
