package dev.baton.console.page;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.console.TestConsole;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/** A store that does not exist is not shown as one without elections: its place may be mistyped. */
class AbsentStoreTest {

    @Test // FILE-12
    void pageSaysThatThereIsNoSuchDirectoryUntilThereIsOne() {
        try (TestConsole console = TestConsole.onTwoFileStores()) {
            console.raw().elections("nightly");
            try (ElectionPage page = ElectionPage.at(console.url())) {
                assertThat(page.page.locator("li[data-election=nightly]")).isVisible();
                String other = console.storeUrl().replace("/store", "/other");
                assertThat(page.page.locator(".banner"))
                        .hasText("No elections in " + other
                                + ": the directory does not exist; the first candidate creates it");
                assertThat(page.page.locator(".verdict")).hasText("1 leaderless");
                Accessibility.check(page.page);
                assertThat(Path.of(other.substring("file:".length()))).doesNotExist();
                assertThat(console.get("/api/console").body()).contains("\"absent\":\"the directory does not exist");
                console.otherRaw().elections("weekly");
                assertThat(page.page.locator("li[data-election=weekly]")).isVisible();
                assertThat(page.page.locator(".banner")).hasCount(0);
            }
        }
    }
}
