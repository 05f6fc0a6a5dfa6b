package dev.baton.console.page;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Browser;
import com.microsoft.playwright.options.ColorScheme;
import dev.baton.console.HistoryLines;
import dev.baton.console.RawStore;
import dev.baton.console.StatusPublisher;
import dev.baton.console.TestConsole;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The part of the page that shows one election. */
class DetailTest {
    private static final String LONG_ID = "0f8fad5b-d9cb-469f-a165-70867728950e";

    private TestConsole console;
    private StatusPublisher publisher;

    @BeforeEach
    void start() {
        open(TestConsole.onFileStore());
    }

    private void open(TestConsole newConsole) {
        console = newConsole;
        console.raw().elections("nightly");
        publisher = new StatusPublisher(console.raw());
        publisher.publish("one", () -> List.of(RawStore.leader("nightly", "web-1", 3, 0)));
        publisher.publish("two", () -> List.of(RawStore.standby("nightly", LONG_ID, 0)));
    }

    @AfterEach
    void stop() {
        publisher.close();
        console.close();
    }

    @Test // API-9
    void showsOverlappingTenuresAsAlarmInEveryPartOfThePage() {
        console.raw()
                .history(
                        "nightly",
                        new HistoryLines()
                                .tenure("web-1", 900, 600, "expired")
                                .tenure(LONG_ID, 700, 300, "resigned")
                                .lines());
        var dark =
                new Browser.NewContextOptions().setColorScheme(ColorScheme.DARK).setViewportSize(1280, 800);
        try (ElectionPage page = new ElectionPage(TestBrowser.open(console.url(), dark))) {
            assertThat(page.page.locator(".verdict")).hasText("1 with overlapping tenures");
            page.page.locator("[data-filter=overlapping]").click();
            assertThat(page.page.locator("li[data-election=nightly] .alarm")).hasText("overlap");
            page.choose("nightly");
            assertThat(page.page.locator(".alarm-box")).containsText("Epochs 1 and 2 for 100 s");
            assertThat(page.page.getByTestId("timeline").locator(".overlap")).hasCount(1);
            assertThat(page.page.locator(".log-overlap")).containsText("overlapped for 100 s with epoch 1");
            TestBrowser.screenshot(page.page, "dark-alarm");
            Accessibility.check(page.page);
        }
    }

    @Test // FILE-12
    void marksElectionWithFrequentChangesAsFlapping() {
        console.raw()
                .history(
                        "nightly",
                        new HistoryLines()
                                .tenure(LONG_ID, 250, 200, "expired")
                                .tenure("web-1", 200, 150, "expired")
                                .tenure(LONG_ID, 150, 100, "expired")
                                .tenure("web-1", 100, 50, "expired")
                                .lines());
        try (ElectionPage page = ElectionPage.at(console.url())) {
            page.page.locator("[data-filter=flapping]").click();
            assertThat(page.page.locator("li[data-election=nightly] .warning")).hasText("flapping");
            assertThat(page.page.locator("li[data-election=nightly] .spark"))
                    .hasAttribute("aria-label", "4 changes in the last hour");
            assertThat(page.page.locator("li[data-election=nightly] .age")).containsText(" s");
            assertThat(page.page.locator(".ends tbody tr")).hasCount(4);
        }
    }

    @Test // FILE-12
    void renderingAgainCreatesNoFormatters() {
        HistoryLines history = new HistoryLines();
        for (int i = 100; i > 0; i--) {
            history.tenure("web-1", 2L * i, 2L * i - 1, "resigned");
        }
        console.raw().history("nightly", history.lines());
        try (ElectionPage page = ElectionPage.at(console.url())) {
            // The browser freezes while it collects formatters, and every tenure shows a time.
            page.page.addInitScript("""
                    window.formatters = 0;
                    const Real = Intl.DateTimeFormat;
                    Intl.DateTimeFormat = function (...args) { window.formatters++; return new Real(...args); };
                    for (const name of ['toLocaleString', 'toLocaleTimeString', 'toLocaleDateString']) {
                      Date.prototype[name] = () => { window.formatters++; return ''; };
                    }""");
            page.page.reload();
            page.choose("nightly");
            assertThat(page.page.locator(".tenure")).hasCount(100);
            Object created = page.page.evaluate("""
                    async () => {
                      const detail = document.querySelector('election-detail');
                      window.formatters = 0;
                      for (let i = 0; i < 20; i++) { detail.requestUpdate(); await detail.updateComplete; }
                      return window.formatters;
                    }""");
            assertThat(created).isEqualTo(0);
        }
    }

    @Test // FILE-12
    void secondPressRequestsStepDown() {
        try (ElectionPage page = ElectionPage.at(console.url())) {
            page.choose("nightly");
            var button = page.page.getByTestId("step-down");
            button.click();
            assertThat(button).hasText("Press again to step down");
            assertThat(console.get("/api/log").body()).doesNotContain("asked");
            button.click();
            assertThat(page.page.locator(".notice")).containsText("Step-down requested");
            assertThat(page.page.locator(".log-asked")).containsText("transfer requested");
            page.leads("nightly", "web-1");
        }
    }

    @Test // FILE-12
    void logsInstancesThatJoinAndLeave() {
        try (ElectionPage page = ElectionPage.at(console.url())) {
            assertThat(page.instance(LONG_ID)).isVisible();
            publisher.publish("three", () -> List.of(RawStore.standby("nightly", "web-3", 0)));
            assertThat(page.page.locator(".log-joined")).containsText("web-3");
            publisher.remove("three");
            assertThat(page.page.locator(".log-left")).containsText("web-3");
            assertThat(page.instance("web-3")).hasCount(0);
        }
    }

    @Test // FILE-12
    void copiesTheCompleteInstanceId() {
        var options = new Browser.NewContextOptions()
                .setViewportSize(1280, 800)
                .setPermissions(List.of("clipboard-read", "clipboard-write"));
        try (ElectionPage page = new ElectionPage(TestBrowser.open(console.url(), options))) {
            page.instance(LONG_ID).locator(".copy").click();
            assertThat(page.page.locator(".notice")).containsText("Copied");
            assertThat(page.page.evaluate("navigator.clipboard.readText()")).isEqualTo(LONG_ID);
        }
    }

    @Test // FILE-12
    void requestsTokenAndSendsNothingWithAWrongOne() {
        stop();
        open(TestConsole.withToken());
        try (ElectionPage page = ElectionPage.at(console.url())) {
            page.choose("nightly");
            var token = page.page.locator(".token input");
            token.fill("not-the-token");
            token.press("Enter");
            assertThat(token).hasCount(0);
            transfer(page);
            assertThat(page.page.locator(".notice.failed")).hasText("That token is wrong.");
            assertThat(page.page.locator(".notice.failed")).hasCSS("color", "rgb(179, 38, 30)");
            assertThat(console.get("/api/log").body()).doesNotContain("asked");
            token.fill(TestConsole.TOKEN);
            token.press("Enter");
            transfer(page);
            assertThat(page.page.locator(".notice")).containsText("requested");
            page.page.reload();
            assertThat(page.makeLeader(LONG_ID)).isVisible();
            assertThat(token).hasCount(0);
        }
    }

    private static void transfer(ElectionPage page) {
        page.makeLeader(LONG_ID).click();
        page.makeLeader(LONG_ID).click();
    }
}
