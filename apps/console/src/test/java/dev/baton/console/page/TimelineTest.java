package dev.baton.console.page;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Page;
import dev.baton.console.HistoryLines;
import dev.baton.console.TestConsole;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The timeline of an election and the overview of all. */
class TimelineTest {
    private TestConsole console;

    @BeforeEach
    void start() {
        console = TestConsole.onFileStore();
        console.raw()
                .history(
                        "nightly",
                        new HistoryLines()
                                .tenure("web-1", 3_000, 2_000, "transferred")
                                .tenure("web-2", 1_990, 1_000, "expired")
                                .lines());
        console.raw().elections("nightly", "weekly");
    }

    @AfterEach
    void stop() {
        console.close();
    }

    @Test // API-9
    void ticksAreRoundAndTheZoneIsShown() {
        try (ElectionPage page = ElectionPage.at(console.url() + "/#/elections/s0/nightly")) {
            assertThat(page.page.locator(".timeline .tenure")).hasCount(2);
            List<String> labels = page.page.locator(".timeline text.tick").allTextContents();
            assertThat(labels).hasSizeGreaterThan(2).allMatch(label -> label.matches("\\d\\d:[0-5][05]|\\w+ \\d+"));
            assertThat(page.page.locator(".zone")).containsText("times in");
        }
    }

    @Test // API-9
    void cardShowsWhoWhenHowLongAndWhy() {
        try (ElectionPage page = ElectionPage.at(console.url() + "/#/elections/s0/nightly")) {
            page.page.locator(".timeline .tenure").first().hover();
            assertThat(page.page.locator(".card")).containsText("web-1, epoch 1");
            assertThat(page.page.locator(".card")).containsText(Pattern.compile("from .*\\.\\d{3}"));
            assertThat(page.page.locator(".card")).containsText("transferred");
            assertThat(page.page.locator(".card")).containsText("for 16 min");
            TestBrowser.screenshot(page.page, "timeline-card");
            Accessibility.check(page.page);
            page.page.locator(".ends").hover();
            assertThat(page.page.locator(".card")).hasCount(0);
        }
    }

    @Test // API-9
    void keysMouseAndButtonsMoveAndZoom() {
        try (ElectionPage page = ElectionPage.at(console.url() + "/#/elections/s0/nightly")) {
            var box = page.page.locator(".timeline-box");
            assertThat(page.page.locator(".timeline .tenure")).hasCount(2);
            box.focus();
            for (int i = 0; i < 4; i++) {
                page.page.keyboard().press("+");
            }
            assertThat(page.page.locator(".timeline .tenure")).hasCount(0);
            for (int i = 0; i < 8; i++) {
                page.page.keyboard().press("ArrowLeft");
            }
            assertThat(page.page.locator(".timeline .tenure")).hasCount(1);
            page.page
                    .getByText("Now", new Page.GetByTextOptions().setExact(true))
                    .click();
            assertThat(page.page.locator(".timeline .tenure")).hasCount(0);
            page.page.getByText("6 h").click();
            assertThat(page.page.locator(".timeline .tenure")).hasCount(2);
            var place = box.boundingBox();
            page.page.mouse().move(place.x + 200, place.y + 10);
            page.page.mouse().down();
            page.page.mouse().move(place.x + 300, place.y + 10);
            page.page.mouse().up();
            assertThat(page.page.getByText("Now", new Page.GetByTextOptions().setExact(true)))
                    .isVisible();
        }
    }

    @Test // API-9
    void timesOfOtherDaysHaveTheirDay() {
        console.raw()
                .history(
                        "weekly",
                        new HistoryLines()
                                .tenure("web-1", 300_000, 200_000, "transferred")
                                .lines());
        try (ElectionPage page = ElectionPage.at(console.url() + "/#/elections/s0/weekly")) {
            assertThat(page.page.locator(".ends tbody tr"))
                    .containsText(Pattern.compile("[A-Z][a-z]{2} \\d+, \\d\\d:\\d\\d:\\d\\d"));
        }
    }

    @Test // FILE-12
    void overviewShowsTheLastHourOfEveryElection() {
        try (ElectionPage page = ElectionPage.at(console.url() + "/#/overview")) {
            assertThat(page.page.locator("elections-overview li")).hasCount(2);
            assertThat(page.page.locator("elections-overview li[data-election=nightly] .strip .tenure"))
                    .hasCount(2);
            assertThat(page.page.locator("elections-overview li[data-election=nightly] .strip .gap"))
                    .not()
                    .hasCount(0);
            assertThat(page.page.locator("elections-overview li[data-election=nightly] .times"))
                    .containsText("no failover");
            Accessibility.check(page.page);
            TestBrowser.screenshot(page.page, "overview");
            page.page.locator("elections-overview li[data-election=nightly] a").click();
            assertThat(page.page.locator("article[data-election=nightly]")).isVisible();
        }
    }

    @Test // FILE-12
    void overviewShowsTheLastTheMedianAndTheWorstFailover() {
        console.raw()
                .history(
                        "weekly",
                        new HistoryLines()
                                .tenure("a", 400, 300, "expired")
                                .tenure("b", 296, 200, "expired")
                                .tenure("a", 199, 100, "expired")
                                .tenure("b", 98, 1, "resigned")
                                .lines());
        try (ElectionPage page = ElectionPage.at(console.url() + "/#/overview")) {
            var times = page.page.locator("elections-overview li[data-election=weekly] .times > span");
            assertThat(times).hasText(new String[] {
                ", 3 failovers, without a leader at most:", "last 2 s", ", median 2 s", ", worst 4 s"
            });
        }
    }

    @Test // API-9
    void showsMillisecondsWhenZoomedInWithTheWheelAndPinchesWithTwoFingers() {
        try (ElectionPage page = ElectionPage.at(console.url() + "/#/elections/s0/nightly")) {
            assertThat(page.page.locator(".timeline .tenure")).hasCount(2);
            page.page.locator(".zoom button:has-text('5 min')").click();
            pinch(page, 60, 240);
            Object shorter = page.page.evaluate("document.querySelector('election-detail').span.ms");
            assertThat(((Number) shorter).doubleValue()).isLessThan(300_000);
            page.page.locator(".zoom button:has-text('6 h')").click();
            var place = page.page.locator(".timeline-box").boundingBox();
            page.page.mouse().move(place.x + place.width - 60, place.y + 10);
            page.page.keyboard().down("Control");
            for (int i = 0; i < 20 && !showsMillis(page); i++) {
                page.page.mouse().wheel(0, -600);
            }
            page.page.keyboard().up("Control");
            assertThat(showsMillis(page)).isTrue();
        }
    }

    @Test // API-9
    void oneFingerMovesTheTimeline() {
        try (ElectionPage page = ElectionPage.at(console.url() + "/#/elections/s0/nightly")) {
            assertThat(page.page.locator(".timeline .tenure")).hasCount(2);
            page.page.locator(".zoom button:has-text('5 min')").click();
            assertThat(page.page.locator(".timeline .tenure")).hasCount(0);
            page.page.locator(".timeline-box").evaluate("""
                    async box => {
                      const send = (type, clientX) => box.dispatchEvent(
                        new PointerEvent(type, { pointerId: 1, clientX, pointerType: 'touch', buttons: 1, bubbles: true }));
                      send('pointerdown', 0);
                      for (let x = 200; x <= 4_000; x += 200) {
                        send('pointermove', x);
                        await box.closest('election-detail').updateComplete;
                      }
                      send('pointerup', 4_000);
                    }""");
            assertThat(page.page.locator(".timeline .tenure")).not().hasCount(0);
            assertThat(page.page.getByText("Now", new Page.GetByTextOptions().setExact(true)))
                    .isVisible();
            assertThat(page.page.locator(".timeline-box")).hasCSS("touch-action", "pan-y");
        }
    }

    private static boolean showsMillis(ElectionPage page) {
        return page.page.locator(".timeline text.tick").allTextContents().stream()
                .anyMatch(label -> label.matches(".*\\d\\d:\\d\\d\\.\\d{3}"));
    }

    /** Moves two fingers apart. */
    private static void pinch(ElectionPage page, int before, int after) {
        page.page.locator(".timeline-box").evaluate("""
                (box, [before, after]) => {
                  const send = (type, pointerId, clientX) => box.dispatchEvent(
                    new PointerEvent(type, { pointerId, clientX, pointerType: 'touch', buttons: 1, bubbles: true }));
                  send('pointerdown', 1, 400);
                  send('pointerdown', 2, 400 + before);
                  send('pointermove', 2, 400 + after);
                  send('pointerup', 1, 400);
                  send('pointerup', 2, 400 + after);
                }""", List.of(before, after));
    }
}
