package dev.baton.console.page;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Locator;
import dev.baton.cli.BatonProcess;
import dev.baton.console.TestConsole;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The demo as a newcomer sees it: one command and its page. */
class DemoTest {
    private static final Pattern ADDRESS = Pattern.compile("http://127\\.0\\.0\\.1:\\d+");
    private static final Pattern TAKEOVER = Pattern.compile("demo-\\d took over from demo-\\d after \\S+, epoch \\d+");

    private static final int ACCEPTED = 202;

    @TempDir
    Path directory;

    @Test // FILE-12
    void everyButtonCausesATakeoverThatThePageShowsWithItsTime() {
        try (BatonProcess demo = BatonProcess.start(directory, "demo");
                ElectionPage page = ElectionPage.at(address(demo))) {
            Locator report = page.page.locator(".faults [role=status]");
            assertThat(report).hasText(TAKEOVER); // the demo kills the first leader itself
            for (String button : new String[] {"Cut off leader", "Freeze leader", "Kill leader"}) {
                String leader = leader(page);
                page.page.waitForCondition(() -> inject(page, button) == ACCEPTED);
                assertThat(report).containsText("took over from " + leader);
                assertThat(page.badge("demo")).not().hasAttribute("data-instance", leader);
                assertThat(page.badge("demo")).hasCount(1);
                assertThat(page.page.locator(".banner")).hasCount(0);
            }
            assertThat(page.page.locator(".warning.alarm")).hasCount(0);
            assertThat(page.page.locator(".failovers")).containsText("Failovers: 4");
            Accessibility.check(page.page);
            TestBrowser.screenshot(page.page, "demo");
            demo.signal("TERM");
            assertThat(demo.exitCode()).isZero();
        }
    }

    /** Presses a button and returns the status of the answer: another one while the last fault still lasts. */
    private static int inject(ElectionPage page, String button) {
        return page.page
                .waitForResponse(
                        response -> response.url().contains("/api/faults/"),
                        () -> page.page.getByText(button).click())
                .status();
    }

    private static String leader(ElectionPage page) {
        assertThat(page.badge("demo")).hasCount(1);
        return String.valueOf(page.badge("demo").getAttribute("data-instance"));
    }

    private static String address(BatonProcess demo) {
        TestConsole.await(
                "the demo prints its address", () -> ADDRESS.matcher(demo.out()).find());
        Matcher matcher = ADDRESS.matcher(demo.out());
        return matcher.find() ? matcher.group() : "";
    }
}
