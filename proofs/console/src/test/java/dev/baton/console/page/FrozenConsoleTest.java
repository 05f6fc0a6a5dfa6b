package dev.baton.console.page;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.cli.BatonProcess;
import dev.baton.console.TestConsole;
import dev.baton.testkit.TestCandidateProcess;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The page of a console whose process is stopped and continued, as by a machine without memory. */
class FrozenConsoleTest {

    @Test // FILE-12
    void pauseIsReportedAndNoInstanceIsMissing(@TempDir Path directory) {
        String store = "file:" + directory.resolve("store");
        try (TestCandidateProcess leader = TestCandidateProcess.start(store, "agent", "one", Duration.ZERO);
                BatonProcess console = BatonProcess.start(
                        directory,
                        "console",
                        "--listen",
                        "127.0.0.1:0",
                        "--on",
                        store,
                        "--history",
                        directory.resolve("history.db").toString())) {
            leader.awaitEvent("acquired");
            TestConsole.await(
                    "the console prints its address", () -> console.out().contains("http://"));
            String url =
                    console.out().substring(console.out().indexOf("http://")).strip();
            try (ElectionPage page = ElectionPage.at(url)) {
                page.leads("agent", "one");
                console.signal("STOP");
                assertThat(page.page.getByTestId("connection-lost")).isVisible();
                assertThat(page.page.locator("li[data-election=agent]")).containsText("unknown");
                assertThat(page.badge("agent")).hasCount(0);
                console.signal("CONT");
                assertThat(page.page.getByTestId("console-paused")).containsText("The console did not run for");
                page.leads("agent", "one");
                assertThat(page.page.getByTestId("connection-lost")).hasCount(0);
                assertThat(page.page.locator(".log-aged_out")).hasCount(0);
                assertThat(page.page.locator(".log-left")).hasCount(0);
                assertThat(page.page.locator(".log-paused")).hasCount(1);
            }
        }
    }
}
