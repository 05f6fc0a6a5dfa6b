package dev.baton.console.page;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Browser;
import com.microsoft.playwright.options.ColorScheme;
import dev.baton.console.Chorus;
import dev.baton.console.RawStore;
import dev.baton.console.Reigns;
import dev.baton.console.Watched;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What one election's part of the page shows and does. */
class DetailTest {
    private static final String LONG_ID = "0f8fad5b-d9cb-469f-a165-70867728950e";

    private Watched watched;
    private Chorus chorus;

    @BeforeEach
    void start() {
        open(Watched.fileStore());
    }

    private void open(Watched opened) {
        watched = opened;
        watched.raw().elections("nightly");
        chorus = new Chorus(watched.raw());
        chorus.says("one", () -> List.of(RawStore.leader("nightly", "web-1", 3, 0)));
        chorus.says("two", () -> List.of(RawStore.standby("nightly", LONG_ID, 0)));
    }

    @AfterEach
    void stop() {
        chorus.close();
        watched.close();
    }

    @Test // API-9
    void overlappingReignsAreAnAlarmOnEveryPartOfThePage() {
        watched.raw()
                .history(
                        "nightly",
                        new Reigns()
                                .reign("web-1", 900, 600, "expired")
                                .reign(LONG_ID, 700, 300, "resigned")
                                .lines());
        var dark =
                new Browser.NewContextOptions().setColorScheme(ColorScheme.DARK).setViewportSize(1280, 800);
        try (ElectionPage page = new ElectionPage(TestBrowser.open(watched.url(), dark))) {
            assertThat(page.page.locator(".verdict")).hasText("1 with overlapping reigns");
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
    void anElectionThatChangesOftenIsFlappingAndItsChangesAreDrawn() {
        watched.raw()
                .history(
                        "nightly",
                        new Reigns()
                                .reign("web-1", 200, 150, "resigned")
                                .reign(LONG_ID, 150, 100, "resigned")
                                .reign("web-1", 100, 50, "resigned")
                                .lines());
        try (ElectionPage page = ElectionPage.at(watched.url())) {
            page.page.locator("[data-filter=flapping]").click();
            assertThat(page.page.locator("li[data-election=nightly] .warning")).hasText("flapping");
            assertThat(page.page.locator("li[data-election=nightly] .spark"))
                    .hasAttribute("aria-label", "3 changes in the last hour");
            assertThat(page.page.locator("li[data-election=nightly] .age")).containsText(" s");
            assertThat(page.page.locator(".ends tbody tr")).hasCount(3);
        }
    }

    @Test // FILE-12
    void drawingAgainMakesNoFormatters() {
        Reigns many = new Reigns();
        for (int i = 100; i > 0; i--) {
            many.reign("web-1", 2L * i, 2L * i - 1, "resigned");
        }
        watched.raw().history("nightly", many.lines());
        try (ElectionPage page = ElectionPage.at(watched.url())) {
            // A browser stands still while it clears formatters away, and there is a time at every reign.
            page.page.addInitScript("""
                    window.formatters = 0;
                    const Real = Intl.DateTimeFormat;
                    Intl.DateTimeFormat = function (...how) { window.formatters++; return new Real(...how); };
                    for (const name of ['toLocaleString', 'toLocaleTimeString', 'toLocaleDateString']) {
                      Date.prototype[name] = () => { window.formatters++; return ''; };
                    }""");
            page.page.reload();
            page.choose("nightly");
            assertThat(page.page.locator(".reign")).hasCount(100);
            Object made = page.page.evaluate("""
                    async () => {
                      const detail = document.querySelector('election-detail');
                      for (let i = 0; i < 20; i++) { detail.requestUpdate(); await detail.updateComplete; }
                      return window.formatters;
                    }""");
            assertThat(((Number) made).intValue()).isBetween(1, 3);
        }
    }

    @Test // FILE-12
    void theLeaderIsAskedToStepDownByASecondPress() {
        try (ElectionPage page = ElectionPage.at(watched.url())) {
            page.choose("nightly");
            var button = page.page.getByTestId("step-down");
            button.click();
            assertThat(button).hasText("Press again to step down");
            assertThat(watched.get("/api/log").body()).doesNotContain("asked");
            button.click();
            assertThat(page.page.locator(".told")).containsText("asked to step down");
            assertThat(page.page.locator(".log-asked")).containsText("was asked to lead");
            page.leads("nightly", "web-1");
        }
    }

    @Test // FILE-12
    void whoComesAndGoesIsInTheEventsAsItHappens() {
        try (ElectionPage page = ElectionPage.at(watched.url())) {
            assertThat(page.instance(LONG_ID)).isVisible();
            chorus.says("three", () -> List.of(RawStore.standby("nightly", "web-3", 0)));
            assertThat(page.page.locator(".log-joined")).containsText("web-3");
            chorus.leaves("three");
            assertThat(page.page.locator(".log-left")).containsText("web-3");
            assertThat(page.instance("web-3")).hasCount(0);
        }
    }

    @Test // FILE-12
    void theWholeIdIsCopied() {
        var options = new Browser.NewContextOptions()
                .setViewportSize(1280, 800)
                .setPermissions(List.of("clipboard-read", "clipboard-write"));
        try (ElectionPage page = new ElectionPage(TestBrowser.open(watched.url(), options))) {
            page.instance(LONG_ID).locator(".copy").click();
            assertThat(page.page.locator(".told")).containsText("was copied");
            assertThat(page.page.evaluate("navigator.clipboard.readText()")).isEqualTo(LONG_ID);
        }
    }

    @Test // FILE-12
    void aConsoleWithATokenAsksForItAndAWrongOneChangesNothing() {
        stop();
        open(Watched.withToken());
        try (ElectionPage page = ElectionPage.at(watched.url())) {
            page.choose("nightly");
            var token = page.page.locator(".token input");
            token.fill("not-the-token");
            token.press("Enter");
            assertThat(token).hasCount(0);
            handOver(page);
            assertThat(page.page.locator(".told")).containsText("Not sent");
            assertThat(watched.get("/api/log").body()).doesNotContain("asked");
            token.fill(Watched.TOKEN);
            token.press("Enter");
            handOver(page);
            assertThat(page.page.locator(".told")).containsText("was asked to lead");
            page.page.reload();
            assertThat(page.makeLeader(LONG_ID)).isVisible();
            assertThat(token).hasCount(0);
        }
    }

    private static void handOver(ElectionPage page) {
        page.makeLeader(LONG_ID).click();
        page.makeLeader(LONG_ID).click();
    }
}
