package dev.baton.spring.proof;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A scheduler on virtual threads, if one of the installed JDKs has them; otherwise the same on its usual threads. */
@Timeout(value = 180, unit = TimeUnit.SECONDS)
class VirtualThreadsTest {

    @Test // API-3
    void runsOfALeaderOnlyMethodDoNotOverlapAndEndBeforeTheRelease() throws Exception {
        try (ApplicationProcess application = ApplicationProcess.start(
                "virtual",
                InstalledJdks.newest(),
                VirtualThreadApplication.class,
                "--baton.url=memory:virtual",
                "--spring.threads.virtual.enabled=true",
                "--spring.task.scheduling.pool.size=4",
                "--spring.main.keep-alive=true")) {
            await().atMost(Duration.ofSeconds(90))
                    .until(() -> ends(application.reported()).size() >= 5);
            application.terminate();
            List<String> reported = application.reported();
            List<String> ends = ends(reported);
            boolean virtual = ends.get(0).contains("VirtualThread");
            System.out.println("scheduler of JDK " + InstalledJdks.newest() + ": virtual=" + virtual);

            assertThat(ends).allSatisfy(end -> assertThat(end).contains("at once 1,"));
            if (virtual) {
                assertThat(ends.get(ends.size() - 1))
                        .as("this scheduler overlaps the runs of other methods")
                        .doesNotEndWith("of the other method 1");
            }
            assertThat(reported).filteredOn("run begins"::equals).hasSameSizeAs(ends);
            assertThat(reported).endsWith(ends.get(ends.size() - 1), "released", "pool closed");
        }
    }

    private static List<String> ends(List<String> reported) {
        return reported.stream()
                .filter(line -> line.startsWith("run ends") || line.startsWith("run is interrupted"))
                .toList();
    }
}
