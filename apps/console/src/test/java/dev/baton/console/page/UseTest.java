package dev.baton.console.page;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Browser;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.ColorScheme;
import dev.baton.console.HistoryLines;
import dev.baton.console.RawStore;
import dev.baton.console.StatusPublisher;
import dev.baton.console.TestConsole;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Use of the page: keyboard, filters, dark mode, phone, accessibility and content security. */
class UseTest {
    private static TestConsole console;
    private static StatusPublisher publisher;

    @BeforeAll
    static void start() {
        console = TestConsole.onFileStore();
        console.raw().elections("billing", "cleanup", "nightly", "reports");
        publisher = new StatusPublisher(console.raw());
        publisher.publish("one", () -> statuses(election -> RawStore.leader(election, "host-a.4711", 7, 0)));
        publisher.publish("two", () -> statuses(election -> RawStore.standby(election, "host-b.815", 0)));
        publisher.publish(
                "three", () -> List.of(RawStore.standby("reports", "0f8fad5b-d9cb-469f-a165-70867728950e", 0)));
        TestConsole.await(
                "all instances are known",
                () -> console.get("/api/elections").body().contains("0f8fad5b"));
    }

    private static List<String> statuses(UnaryOperator<String> status) {
        return Stream.of("billing", "cleanup", "nightly").map(status).toList();
    }

    @AfterAll
    static void stop() {
        publisher.close();
        console.close();
    }

    @Test // FILE-12
    void findsAndTransfersAnElectionWithTheKeyboard() {
        try (ElectionPage page = ElectionPage.at(console.url())) {
            page.leads("nightly", "host-a.4711");
            page.page.keyboard().press("/");
            page.page.keyboard().type("nigh");
            assertThat(page.page.locator("li[data-election]")).hasCount(1);
            page.page.keyboard().press("ArrowDown");
            page.page.keyboard().press("Enter");
            assertThat(page.page.locator("article[data-election=nightly]")).isVisible();
            for (int i = 0; i < 20 && !focused(page, "make-leader"); i++) {
                page.page.keyboard().press("Tab");
            }
            assertThat(focused(page, "make-leader")).isTrue();
            page.page.keyboard().press("Enter");
            assertThat(page.makeLeader("host-b.815")).hasText("Press again");
            page.page.keyboard().press("Enter");
            assertThat(page.page.locator(".notice")).containsText("requested");
            page.leads("nightly", "host-a.4711");
            TestConsole.await(
                    "the request was sent", () -> console.get("/api/log").body().contains("\"asked\""));
        }
    }

    @Test // FILE-12
    void firstPressSendsNothingAndBlurDisarms() {
        try (ElectionPage page = ElectionPage.at(console.url())) {
            page.choose("billing");
            page.makeLeader("host-b.815").click();
            assertThat(page.makeLeader("host-b.815")).hasText("Press again");
            page.page.locator("input[type=search]").click();
            assertThat(page.makeLeader("host-b.815")).hasText("Make leader");
            assertThat(console.get("/api/log").body()).doesNotContain("\"billing\",\"instance_id\":\"host-b.815\"");
        }
    }

    @Test // FILE-12
    void filterShowsLeaderlessElections() {
        try (ElectionPage page = ElectionPage.at(console.url())) {
            assertThat(page.page.locator("li[data-election]")).hasCount(4);
            assertThat(page.page.locator(".verdict")).hasText("1 leaderless");
            page.page.locator("[data-filter=leaderless]").click();
            assertThat(page.page.locator("li[data-election]")).hasCount(1);
            assertThat(page.page.locator("li[data-election=reports]")).containsText("no leader");
            assertThat(page.badge("reports")).hasCount(0);
            page.choose("reports");
            assertThat(page.page.locator("code.id")).hasText("0f8fad5b…");
            assertThat(page.page.locator("code.id")).hasAttribute("title", "0f8fad5b-d9cb-469f-a165-70867728950e");
        }
    }

    @Test // FILE-12
    void fitsThePageInDarkModeAndOnAPhone() {
        var dark =
                new Browser.NewContextOptions().setColorScheme(ColorScheme.DARK).setViewportSize(1280, 800);
        try (ElectionPage page = new ElectionPage(TestBrowser.open(console.url(), dark))) {
            page.leads("nightly", "host-a.4711");
            Object background = page.page.evaluate("getComputedStyle(document.body).backgroundColor");
            assertThat(String.valueOf(background)).isEqualTo("rgb(17, 22, 26)");
            Accessibility.check(page.page);
            page.choose("nightly");
            assertThat(page.menu()).isVisible();
            page.makeLeader("host-b.815").click();
            TestBrowser.screenshot(page.page, "dark");
            Accessibility.check(page.page);
        }
        var phone = new Browser.NewContextOptions().setViewportSize(390, 844).setHasTouch(true);
        try (ElectionPage page = new ElectionPage(TestBrowser.open(console.url(), phone))) {
            page.leads("nightly", "host-a.4711");
            TestBrowser.screenshot(page.page, "phone-list");
            Object verdict = page.page.evaluate("document.querySelector('.verdict').getBoundingClientRect().height");
            assertThat(((Number) verdict).doubleValue()).as("one line").isLessThan(30);
            fits(page.page);
            page.page.locator("li[data-election=nightly] a").tap();
            assertThat(page.makeLeader("host-b.815")).isVisible();
            fits(page.page);
            TestBrowser.screenshot(page.page, "phone-detail");
            Accessibility.check(page.page);
            page.page.locator(".back").first().tap();
            assertThat(page.page.locator("li[data-election=nightly]")).isVisible();
        }
    }

    @Test // FILE-12
    void hasNoSeriousAccessibilityViolation() {
        try (ElectionPage page = ElectionPage.at(console.url())) {
            page.choose("nightly");
            assertThat(page.menu()).isVisible();
            Accessibility.check(page.page);
            page.makeLeader("host-b.815").click();
            Accessibility.check(page.page);
        }
    }

    @Test // FILE-12
    void scriptRunsWithoutErrorsUnderTheContentSecurityPolicy() {
        List<String> errors = new ArrayList<>();
        try (ElectionPage page = new ElectionPage(TestBrowser.open("about:blank"))) {
            page.page.onConsoleMessage(message -> {
                if (message.type().equals("error") || message.type().equals("warning")) {
                    errors.add(message.text());
                }
            });
            page.page.onPageError(errors::add);
            List<String> foreign = new ArrayList<>();
            page.page.onRequest(request -> {
                if (!request.url().startsWith(console.url())) {
                    foreign.add(request.url());
                }
            });
            page.page.navigate(console.url());
            page.choose("nightly");
            assertThat(page.page.getByTestId("timeline")).isVisible();
            assertThat(errors).isEmpty();
            assertThat(foreign).isEmpty();
        }
    }

    @Test // FILE-12
    void showsMarkupInNamesAsTextAndTheListForAMalformedAddress() {
        String markup = "<img src=x onerror=window.hacked=1>";
        console.raw().elections(markup);
        console.raw()
                .history(
                        "cleanup",
                        new HistoryLines().tenure(markup, 60, 50, markup).lines());
        console.raw()
                .lock(
                        "cleanup",
                        "{\"instance_id\":\"" + markup + "\",\"pid\":"
                                + ProcessHandle.current().pid() + ",\"claimed_at\":\"" + Instant.now() + "\"}");
        try (ElectionPage page = ElectionPage.at(console.url() + "/#/elections/s0/%")) {
            assertThat(page.page.locator("li[data-election=cleanup]")).isVisible();
            page.choose("cleanup");
            assertThat(page.page.locator(".ends")).containsText("<img src");
            assertThat(page.page.locator("li[data-election]")).hasCount(4);
            assertThat(page.page.locator("img[src=x]")).hasCount(0);
            assertThat(page.page.evaluate("window.hacked ?? 0")).isEqualTo(0);
        } finally {
            console.raw().elections("cleanup");
        }
    }

    @Test // FILE-12
    void documentDoesNotGrowWithRepeatedSearches() {
        try (ElectionPage page = ElectionPage.at(console.url())) {
            page.leads("nightly", "host-a.4711");
            List<Object> sizes = new ArrayList<>();
            for (int i = 0; i < 10; i++) {
                page.page.locator("input[type=search]").fill("nightly");
                assertThat(page.page.locator("li[data-election]")).hasCount(1);
                page.page.locator("input[type=search]").fill("");
                assertThat(page.page.locator("li[data-election]")).hasCount(4);
                sizes.add(page.page.evaluate("document.querySelector('ul.rows').childNodes.length"));
            }
            assertThat(sizes).allMatch(sizes.get(0)::equals);
        }
    }

    private static boolean focused(ElectionPage page, String testId) {
        return testId.equals(page.page.evaluate("document.activeElement?.dataset?.testid"));
    }

    private static void fits(Page page) {
        assertThat(page.evaluate("document.documentElement.scrollWidth <= innerWidth"))
                .isEqualTo(true);
    }
}
