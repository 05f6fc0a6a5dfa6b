package dev.baton.console.page;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Browser;
import dev.baton.console.RawStore;
import dev.baton.console.StatusPublisher;
import dev.baton.console.TestConsole;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The page without a mouse, with a screen reader and enlarged. */
class AccessTest {
    private TestConsole console;
    private StatusPublisher publisher;

    @BeforeEach
    void start() {
        console = TestConsole.onFileStore();
        console.raw().elections("nightly", "weekly");
        publisher = new StatusPublisher(console.raw());
        publisher.publish("one", () -> List.of(RawStore.leader("nightly", "a", 3, 0)));
        publisher.publish("two", () -> List.of(RawStore.standby("nightly", "b", 0)));
    }

    @AfterEach
    void stop() {
        publisher.close();
        console.close();
    }

    @Test // FILE-12
    void everyActionWorksWithTheKeyboard() {
        try (ElectionPage page = ElectionPage.at(console.url())) {
            page.leads("nightly", "a");
            tabTo(page, "document.activeElement.dataset.filter === 'leaderless'");
            page.page.keyboard().press("Space");
            assertThat(page.page.locator("li[data-election]")).hasCount(1);
            tabTo(page, "document.activeElement.classList.contains('epoch')");
            page.page.keyboard().press("Enter");
            assertThat(page.page.locator(".columns .epoch")).hasAttribute("aria-current", "true");
            page.page.locator("[data-filter=all]").press("Enter");
            page.page.keyboard().press("/");
            page.page.keyboard().type("night");
            page.page.keyboard().press("ArrowDown");
            page.page.keyboard().press("Enter");
            assertThat(page.page.locator("article[data-election=nightly]")).isVisible();
            tabTo(page, "document.activeElement.dataset.testid === 'step-down'");
            page.page.keyboard().press("Enter");
            page.page.keyboard().press("Enter");
            assertThat(page.page.locator(".notice")).containsText("Step-down requested");
            tabTo(page, "document.activeElement.classList.contains('copy')");
            tabTo(page, "document.activeElement.dataset.testid === 'make-leader'");
            page.page.keyboard().press("Enter");
            page.page.keyboard().press("Escape");
            assertThat(page.makeLeader("b")).hasText("Make leader");
            tabTo(page, "document.activeElement.classList.contains('timeline-box')");
            tabTo(page, "document.activeElement.type === 'checkbox'");
            page.page.keyboard().press("Space");
            page.page.keyboard().press("Escape");
            page.page.waitForURL(Pattern.compile("#/\\?sort"));
        }
    }

    @Test // FILE-12
    void focusStaysOnItsElectionWhenRowsMove() {
        try (ElectionPage page = ElectionPage.at(console.url())) {
            page.leads("nightly", "a");
            page.page.locator("li[data-election=weekly] a").focus();
            console.raw().elections("alpha", "monthly");
            TestConsole.await(
                    "the new elections are known",
                    () -> console.get("/api/elections/monthly").statusCode() == 200);
            assertThat(page.page.locator("li[data-election=weekly]")).hasAttribute("aria-posinset", "4");
            assertThat(page.page.evaluate("document.activeElement.closest('.row').dataset.election"))
                    .isEqualTo("weekly");
        }
    }

    @Test // FILE-12
    void aRowReadsAsOneSentence() {
        try (ElectionPage page = ElectionPage.at(console.url())) {
            page.leads("nightly", "a");
            Object text = page.page.evaluate("""
                    document.querySelector('li[data-election=nightly] a').textContent.replace(/\\s+/g, ' ').replace(/ ,/g, ',').trim()""");
            assertThat(String.valueOf(text))
                    .startsWith("nightly, leader a")
                    .contains(", epoch 3, live instances: 2, last contact with the store: ")
                    .endsWith(" ago");
        }
    }

    @Test // FILE-12
    void pageFitsAt200PercentZoom() {
        var zoomed = new Browser.NewContextOptions().setViewportSize(640, 400).setDeviceScaleFactor(2);
        try (ElectionPage page = new ElectionPage(TestBrowser.open(console.url(), zoomed))) {
            page.leads("nightly", "a");
            fits(page);
            Accessibility.check(page.page);
            page.choose("nightly");
            fits(page);
            assertThat(page.makeLeader("b")).isVisible();
            Accessibility.check(page.page);
        }
    }

    private static void fits(ElectionPage page) {
        assertThat(page.page.evaluate("document.documentElement.scrollWidth <= innerWidth"))
                .isEqualTo(true);
    }

    private static void tabTo(ElectionPage page, String condition) {
        for (int i = 0; i < 40 && !Boolean.TRUE.equals(page.page.evaluate(condition)); i++) {
            page.page.keyboard().press("Tab");
        }
        assertThat(page.page.evaluate(condition)).as(condition).isEqualTo(true);
    }
}
