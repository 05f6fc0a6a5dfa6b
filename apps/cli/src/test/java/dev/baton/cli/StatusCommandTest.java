package dev.baton.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.baton.Baton;
import dev.baton.Candidate;
import dev.baton.CandidateSettings;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class StatusCommandTest {
    private static final Duration TIMEOUT = Duration.ofSeconds(60);

    @TempDir
    Path directory;

    @Test // PG-10
    void instancesAreShownOnlyWithWideOrAName() {
        String store = "file:" + directory.resolve("store");
        assertThat(Cli.run("acquire", "idle", "--on", store).code()).isZero();
        try (Baton baton = Baton.connect(store)) {
            Candidate candidate = baton.election("job")
                    .candidate(CandidateSettings.builder().instanceId("a").build());
            candidate.start();
            await().atMost(TIMEOUT).until(candidate::isLeader);
            String leader = "  a         leader";
            await().atMost(TIMEOUT)
                    .until(() -> Cli.run("status", "job", "--on", store).out().contains(leader));
            assertThat(Cli.run("status", "--on", store).out())
                    .hasLineCount(3)
                    .containsPattern("ELECTION +LEADER +EPOCH +FOR +STANDBYS +HEALTH\n")
                    .containsPattern("job +a +\\d+ +\\S+ +0 +ok\n")
                    .containsPattern("idle +- +- +- +0 +no candidates\n");
            for (String option : new String[] {"-o", "--output"}) {
                assertThat(Cli.run("status", option, "wide", "--on", store).out())
                        .contains("idle  no leader", "job  led by a, epoch ", "INSTANCE", leader);
            }
        }
    }

    @Test // PG-10
    void otherFormatsAreRefused() {
        Cli refused = Cli.run("status", "-o", "yaml", "--on", "file:" + directory.resolve("store"));
        assertThat(refused.code()).isEqualTo(2);
        assertThat(refused.err()).contains("--output yaml: the only format is wide; for JSON use --json");
    }
}
