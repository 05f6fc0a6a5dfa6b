package dev.baton.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A sidecar that is frozen while it leads. */
class FrozenSidecarTest {
    private static final int REQUESTS = 20;

    @TempDir
    Path directory;

    @Test // API-2
    void formerLeaderAnswersWith503WhenItIsResumed() throws Exception {
        String store = "file:" + directory.resolve("store");
        try (SidecarProcess one = SidecarProcess.start(directory, store, "one").awaitLeading();
                SidecarProcess two = SidecarProcess.start(directory, store, "two")) {
            long epoch = one.epoch();
            one.process().signal("STOP");
            try {
                two.awaitLeading();
                // Answered in the first moment after the freeze, before any event of the loss.
                List<CompletableFuture<HttpResponse<String>>> waiting = new ArrayList<>();
                for (int i = 0; i < REQUESTS; i++) {
                    waiting.add(one.sendAsync("GET", "/leader"));
                }
                one.process().signal("CONT");
                for (CompletableFuture<HttpResponse<String>> request : waiting) {
                    HttpResponse<String> response = request.get(60, TimeUnit.SECONDS);
                    assertThat(response.statusCode()).as(response.body()).isEqualTo(503);
                }
            } finally {
                one.process().signal("CONT");
            }
            assertThat(two.epoch()).isGreaterThan(epoch);
            two.process().signal("TERM");
            assertThat(two.process().exitCode()).isZero();
            one.awaitLeading();
        }
    }
}
