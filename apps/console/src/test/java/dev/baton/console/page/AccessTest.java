package dev.baton.console.page;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Browser;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.ColorScheme;
import dev.baton.console.RawStore;
import dev.baton.console.StatusPublisher;
import dev.baton.console.TestConsole;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

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
            page.tabTo("document.activeElement.dataset.filter === 'leaderless'");
            page.page.keyboard().press("Space");
            assertThat(page.page.locator("li[data-election]")).hasCount(1);
            page.tabTo("document.activeElement.classList.contains('epoch')");
            page.page.keyboard().press("Enter");
            assertThat(page.page.locator(".columns .epoch")).hasAttribute("aria-current", "true");
            page.page.locator("[data-filter=all]").press("Enter");
            page.page.keyboard().press("/");
            page.page.keyboard().type("night");
            page.page.keyboard().press("ArrowDown");
            page.page.keyboard().press("Enter");
            assertThat(page.page.locator("article[data-election=nightly]")).isVisible();
            page.tabTo("document.activeElement.dataset.testid === 'step-down'");
            page.page.keyboard().press("Enter");
            page.page.keyboard().press("Enter");
            assertThat(page.page.locator(".notice")).containsText("Step-down requested");
            page.tabTo("document.activeElement.classList.contains('copy')");
            page.page.keyboard().press("Enter");
            assertThat(page.page.locator(".notice").first()).containsText("opied");
            page.tabTo("document.activeElement.dataset.testid === 'make-leader'");
            page.page.keyboard().press("Enter");
            page.page.keyboard().press("Escape");
            assertThat(page.makeLeader("b")).hasText("Make leader");
            page.page.keyboard().press("Enter");
            page.page.keyboard().press("Enter");
            assertThat(page.page.getByTestId("transfer")).containsText("Transfer to b requested");
            page.tabTo("document.activeElement.textContent.trim() === '6 h'");
            page.page.keyboard().press("Enter");
            assertThat(page.page.locator(".zoom [aria-pressed=true]")).hasText("6 h");
            page.tabTo("document.activeElement.classList.contains('timeline-box')");
            page.page.keyboard().press("ArrowLeft");
            page.page.keyboard().press("+");
            assertThat(page.page.locator(".zoom button").first()).hasText("Now");
            page.tabBackTo("document.activeElement.textContent.trim() === 'Now'");
            page.page.keyboard().press("Enter");
            assertThat(page.page.locator(".zoom button").first()).hasText("5 min");
            page.tabTo("document.activeElement.type === 'checkbox'");
            page.page.keyboard().press("Space");
            assertThat(page.page.locator(".log input[type=checkbox]")).isChecked();
            page.page.keyboard().press("Escape");
            page.page.waitForURL(Pattern.compile("#/\\?sort"));
        }
    }

    @Test // FILE-12
    void everyViewIsReachedWithTheKeyboard() {
        try (ElectionPage page = ElectionPage.at(console.url())) {
            page.leads("nightly", "a");
            page.tabTo("document.activeElement.textContent === '1 leaderless'");
            page.page.keyboard().press("Enter");
            assertThat(page.page.locator("[data-filter=leaderless]")).hasAttribute("aria-pressed", "true");
            page.tabTo("document.activeElement.textContent === 'Overview'");
            page.page.keyboard().press("Enter");
            assertThat(page.page.locator("elections-overview li")).hasCount(2);
            page.tabTo("document.activeElement.closest('elections-overview li')?.dataset.election === 'nightly'");
            page.page.keyboard().press("Enter");
            assertThat(page.page.locator("article[data-election=nightly]")).isVisible();
            page.tabTo("document.activeElement.matches('h1 a')");
            page.page.keyboard().press("Enter");
            page.page.waitForURL(Pattern.compile("#/$"));
        }
    }

    @ParameterizedTest // FILE-12
    @EnumSource(names = {"LIGHT", "DARK"})
    void everyStateOfAControlHasEnoughContrast(ColorScheme scheme) {
        try (ElectionPage page = ElectionPage.at(console.url())) {
            page.choose("nightly");
            assertThat(page.makeLeader("b")).isEnabled();
            page.page.emulateMedia(new Page.EmulateMediaOptions().setColorScheme(scheme));
            for (String control : List.of(
                    ".verdict a",
                    ".nodes-link",
                    "[data-filter=all]",
                    "[data-filter=leaderless]",
                    ".columns a.name",
                    ".columns a.epoch",
                    "li[data-election=nightly] a",
                    "li[data-election=weekly] a",
                    ".instance .copy",
                    ".zoom [aria-pressed=true]",
                    ".zoom [aria-pressed=false]")) {
                page.page.locator(control).first().hover();
                Accessibility.checkContrast(page.page, control);
            }
            for (var button : List.of(page.makeLeader("b"), page.page.getByTestId("step-down"))) {
                button.hover();
                Accessibility.checkContrast(page.page, "hovered button");
                button.click();
                Accessibility.checkContrast(page.page, "armed and hovered button");
                page.page.mouse().move(5, 700);
                Accessibility.checkContrast(page.page, "armed button");
                page.page.keyboard().press("Escape");
            }
        }
    }

    @Test // FILE-12
    void focusStaysOnItsElectionWhenRowsMove() {
        try (ElectionPage page = ElectionPage.at(console.url())) {
            console.raw().elections("yearly"); // its row moves up
            assertThat(page.page.locator("li[data-election=yearly]")).isVisible();
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
    void focusStaysOnTheButtonOfItsInstanceWhenRowsMove() {
        try (ElectionPage page = ElectionPage.at(console.url())) {
            page.choose("nightly");
            page.makeLeader("b").focus();
            page.page.keyboard().press("Enter");
            publisher.publish("three", () -> List.of(RawStore.standby("nightly", "aa", 0)));
            assertThat(page.makeLeader("aa")).isVisible();
            assertThat(page.makeLeader("b")).isFocused();
            page.page.keyboard().press("Enter");
            assertThat(page.page.locator(".notice")).containsText("Transfer to b requested");
        }
    }

    @Test // FILE-12
    void focusOfARemovedElectionIsNotOnAnotherOne() {
        try (ElectionPage page = ElectionPage.at(console.url())) {
            console.raw().elections("yearly"); // its row moves up
            assertThat(page.page.locator("li[data-election=yearly]")).isVisible();
            page.page.locator("li[data-election=weekly] a").focus();
            console.raw().removeElection("weekly");
            assertThat(page.page.locator("li[data-election=weekly]")).hasCount(0);
            assertThat(page.page.evaluate("document.activeElement === document.body"))
                    .isEqualTo(true);
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
}
