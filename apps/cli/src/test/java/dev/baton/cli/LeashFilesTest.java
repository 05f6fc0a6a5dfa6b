package dev.baton.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.support.process.MachineUptime;
import java.io.File;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** The files that baton shares with the watchdog, and the deadline in them. */
// API-3: work ends before the claim does
class LeashFilesTest {

    @Test
    void everyDeadlineIsTheModificationTimeOfAFile() throws Exception {
        LeashDeadline first = LeashDeadline.of(() -> Duration.ofSeconds(20));
        try (LeashFiles files = LeashFiles.create(first)) {
            File wall = new File(files.wall().deadlinePath());
            assertThat(wall.lastModified()).isEqualTo(first.wallMillis());
            LeashDeadline later = LeashDeadline.of(() -> Duration.ofSeconds(40));
            files.extend(later);
            assertThat(wall.lastModified()).isEqualTo(later.wallMillis());
            assertThat(files.deadline()).isEqualTo(later);
        }
    }

    @Test
    void deadlineHasPassedIfOneOfItsClocksIsPastIt() {
        long uptime = MachineUptime.millis();
        long wall = System.currentTimeMillis();
        assertThat(new LeashDeadline(uptime + 600_000, wall + 600_000).remainingMillis())
                .isPositive();
        assertThat(new LeashDeadline(uptime + 600_000, wall - 1).remainingMillis())
                .isNegative();
        assertThat(new LeashDeadline(uptime - 1000, wall + 600_000).remainingMillis())
                .isNegative();
    }
}
