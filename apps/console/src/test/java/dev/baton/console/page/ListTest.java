package dev.baton.console.page;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Browser;
import com.microsoft.playwright.Locator;
import dev.baton.console.HistoryLines;
import dev.baton.console.RawStore;
import dev.baton.console.StatusPublisher;
import dev.baton.console.TestConsole;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** The list of elections: names that look alike, several stores, orders, filters and links. */
class ListTest {
    private static final String NAME = "billing-service-production-europe-west-invoice-generation-shard-";
    private static final String ID = "billing-worker-7d9f8b6c5d-";

    @Test // FILE-12
    void lookAlikeNamesAndIdsCanBeToldApart() {
        try (TestConsole console = TestConsole.onFileStore()) {
            console.raw().elections(NAME + "01", NAME + "02");
            console.raw()
                    .roster(
                            "here",
                            List.of(
                                    RawStore.leader(NAME + "01", ID + "x2x4z", 1, 0),
                                    RawStore.leader(NAME + "02", ID + "k8s2p", 1, 0)));
            try (ElectionPage page = ElectionPage.at(console.url())) {
                page.leads(NAME + "02", ID + "k8s2p");
                assertThat(page.page.locator("li[data-election='" + NAME + "02'] .tail"))
                        .hasText("n-shard-02");
                assertThat(page.badge(NAME + "01")).containsText("x2x4z");
                assertThat(page.badge(NAME + "02")).containsText("k8s2p");
                Object widths = page.page.evaluate("""
                        ['.name', '.who'].map(column =>
                          document.querySelector('.row ' + column).getBoundingClientRect().width)""");
                List<?> both = (List<?>) widths;
                assertThat(((Number) both.get(0)).doubleValue()).isGreaterThan(((Number) both.get(1)).doubleValue());
                TestBrowser.screenshot(page.page, "look-alikes");
            }
        }
    }

    @Test // FILE-12
    void storesHaveChipsFiltersAndNamesInLinks() {
        try (TestConsole console = TestConsole.onTwoFileStores()) {
            console.raw().elections("nightly");
            console.otherRaw().elections("nightly", "weekly");
            try (ElectionPage page = ElectionPage.at(console.url())) {
                assertThat(page.page.locator("li[data-election]")).hasCount(3);
                assertThat(page.page.locator("li[data-election=weekly] .store-chip"))
                        .containsText("file:other");
                page.page
                        .locator("select[aria-label=Store]")
                        .selectOption(console.storeUrl().replace("/store", "/other"));
                assertThat(page.page.locator("li[data-election]")).hasCount(2);
                page.choose("weekly");
                assertThat(page.page.url()).contains("other/weekly").doesNotContain("/s1/");
                page.page.reload();
                assertThat(page.page.locator("article[data-election=weekly]")).isVisible();
                assertThat(page.page.locator("li[data-election]")).hasCount(2);
                Accessibility.check(page.page);
                TestBrowser.screenshot(page.page, "two-stores");
                page.page.getByText("Overview").click();
                assertThat(page.page.locator("elections-overview .store-chip")).hasCount(3);
                assertThat(page.page.locator(".list-pane")).isHidden();
                page.page.keyboard().press("/");
                page.page.keyboard().type("week");
                assertThat(page.page.locator("input[type=search]")).hasValue("week");
            }
        }
    }

    @Test // FILE-12
    void everyColumnSorts() {
        // With several stores, narrower pages have no room for the changes.
        var wide = new Browser.NewContextOptions().setViewportSize(1600, 800);
        try (TestConsole console = TestConsole.onTwoFileStores();
                StatusPublisher publisher = new StatusPublisher(console.raw());
                StatusPublisher other = new StatusPublisher(console.otherRaw())) {
            console.raw().history("alpha", tenures(2));
            console.raw().history("beta", tenures(1));
            console.otherRaw().history("gamma", tenures(3));
            console.raw().elections("alpha", "beta");
            console.otherRaw().elections("gamma");
            publisher.publish(
                    "one",
                    () -> List.of(
                            RawStore.leader("alpha", "z", 5, 0),
                            RawStore.standby("alpha", "v", 0),
                            RawStore.standby("alpha", "w", 0),
                            RawStore.leader("beta", "x", 9, 0)));
            other.publish("two", () -> List.of(RawStore.leader("gamma", "y", 7, 0), RawStore.standby("gamma", "u", 0)));
            try (ElectionPage page = new ElectionPage(TestBrowser.open(console.url(), wide))) {
                page.leads("gamma", "y");
                assertSorts(page, "leader", "beta", "gamma", "alpha");
                assertSorts(page, "changes", "gamma", "alpha", "beta");
                assertSorts(page, "epoch", "beta", "gamma", "alpha");
                assertSorts(page, "live", "alpha", "gamma", "beta");
                assertSorts(page, "name", "alpha", "beta", "gamma");
                console.otherRaw().breakStore(true); // its elections were read longest ago
                page.page.locator(".columns a.age").click();
                assertThat(names(page).first()).containsText("gamma");
                page.page.locator(".columns a.age").click();
                assertThat(names(page).last()).containsText("gamma");
            }
        }
    }

    /** Presses a heading twice: the rows are in the given order, and then in the opposite one. */
    private static void assertSorts(ElectionPage page, String column, String first, String second, String third) {
        Locator heading = page.page.locator(".columns a." + column);
        heading.click();
        assertThat(heading).hasAttribute("aria-current", "true");
        assertThat(names(page)).containsText(new String[] {first, second, third});
        heading.click();
        assertThat(names(page)).containsText(new String[] {third, second, first});
    }

    private static Locator names(ElectionPage page) {
        return page.page.locator("li[data-election] .name");
    }

    /** Returns a history with so many tenures within the last hour. */
    private static List<String> tenures(int count) {
        HistoryLines history = new HistoryLines();
        for (int i = count; i > 0; i--) {
            history.tenure("t", 100L * i + 50, 100L * i, "transferred");
        }
        return history.lines();
    }

    @Test // FILE-12
    void addressKeepsOrderAndFilter() {
        try (TestConsole console = TestConsole.onFileStore()) {
            console.raw().elections("a", "b", "c");
            console.raw().roster("here", List.of(RawStore.leader("a", "x", 5, 0), RawStore.leader("b", "y", 9, 0)));
            try (ElectionPage page = ElectionPage.at(console.url())) {
                page.leads("b", "y");
                page.page.locator(".columns a.epoch").click();
                page.page.locator(".columns a.epoch").click();
                assertThat(page.page.locator("li .name")).hasText(new String[] {"c", "a", "b"});
                page.page.locator("[data-filter=leaderless]").click();
                page.page.reload();
                assertThat(page.page.locator("li .name")).hasText(new String[] {"c"});
                assertThat(page.page.url()).contains("show=leaderless", "sort=epoch");
                assertThat(page.page).hasTitle("(1) Baton console");
                assertThat(page.page.locator("link[rel=icon]")).hasAttribute("href", "/alarm-icon.svg?count=1");
            }
        }
    }

    @Test // FILE-12
    void addressKeepsEveryFilter() {
        try (TestConsole console = TestConsole.onFileStore()) {
            HistoryLines crashes = new HistoryLines();
            for (int i = 4; i > 0; i--) {
                crashes.tenure("x", 20L * i + 10, 20L * i, "expired");
            }
            console.raw().history("flaps", crashes.lines());
            console.raw().leads("quiet", "x");
            console.raw().elections("empty", "flaps");
            for (String[] filter :
                    new String[][] {{"leaderless", "empty"}, {"silent", "quiet"}, {"flapping", "flaps"}}) {
                try (ElectionPage page = ElectionPage.at(console.url())) {
                    page.page.locator("[data-filter=" + filter[0] + "]").click();
                    try (ElectionPage link = ElectionPage.at(page.page.url())) {
                        assertThat(link.page.locator("[data-filter=" + filter[0] + "]"))
                                .hasAttribute("aria-pressed", "true");
                        assertThat(link.page.locator("li[data-election=" + filter[1] + "]"))
                                .isVisible();
                        assertThat(link.page.locator("li[data-election]"))
                                .hasCount(filter[0].equals("leaderless") ? 2 : 1);
                    }
                }
            }
        }
    }

    @Test // FILE-12
    void narrowPagesHaveAMenuForTheOrder() {
        var phone = new Browser.NewContextOptions().setViewportSize(390, 844);
        try (TestConsole console = TestConsole.onFileStore()) {
            console.raw().elections("a", "b", "c");
            console.raw().roster("here", List.of(RawStore.leader("a", "x", 5, 0), RawStore.leader("b", "y", 9, 0)));
            try (ElectionPage page = new ElectionPage(TestBrowser.open(console.url(), phone))) {
                page.leads("b", "y");
                page.page.locator("select.orders").selectOption("-epoch");
                assertThat(page.page.locator("li .name")).hasText(new String[] {"b", "a", "c"});
                page.page.reload();
                assertThat(page.page.locator("select.orders")).hasValue("-epoch");
                assertThat(page.page.locator("li .name")).hasText(new String[] {"b", "a", "c"});
                page.page.setViewportSize(1280, 800);
                assertThat(page.page.locator("select.orders")).isHidden();
                assertThat(page.page.locator(".columns a.epoch")).isVisible();
            }
        }
    }

    @Test // FILE-12
    void unknownLinkShowsAMessage() {
        try (TestConsole console = TestConsole.onFileStore()) {
            console.raw().elections("nightly");
            try (ElectionPage page = ElectionPage.at(console.url() + "/#/elections/s0/nightlyy")) {
                assertThat(page.page.getByTestId("unknown-election")).containsText("nightlyy");
                Accessibility.check(page.page);
                page.page.getByTestId("unknown-election").locator("a").click();
                assertThat(page.page.locator("article[data-election=nightly]")).isVisible();
            }
            try (ElectionPage page = ElectionPage.at(console.url() + "/#/elections/file:gone/nightly")) {
                assertThat(page.page.getByTestId("unknown-election")).containsText("observes no store");
            }
        }
    }

    @Test // FILE-12
    void tenThousandElectionsScrollWithFewElements() {
        String[] names = IntStream.range(0, 10_000)
                .mapToObj(i -> String.format("job-%05d", i))
                .toArray(String[]::new);
        try (TestConsole console = TestConsole.onFileStore()) {
            console.raw().elections(names);
            TestConsole.await(
                    "all elections are known",
                    () -> console.get("/api/elections").body().contains("\"job-09999\""));
            try (ElectionPage page = ElectionPage.at(console.url())) {
                assertThat(page.page.locator(".verdict")).hasText("10000 leaderless");
                assertThat(elements(page)).isLessThan(80);
                page.page.locator(".scroll").evaluate("pane => pane.scrollTo(0, pane.scrollHeight)");
                assertThat(page.page.locator("li[data-election=job-09999]")).isInViewport();
                assertThat(elements(page)).isLessThan(80);
                assertThat(page.page.locator("li[data-election=job-09999]")).hasAttribute("aria-posinset", "10000");
                assertThat(sortsDuringAScroll(page, 40))
                        .as("sorts of all rows, in 40 steps; news of the console cause a few")
                        .isLessThan(20);
            }
        }
    }

    /** Scrolls from the top, one step in each frame, and returns how often the page sorted all rows meanwhile. */
    private static int sortsDuringAScroll(ElectionPage page, int steps) {
        Object sorts = page.page.evaluate("""
                steps => new Promise(done => {
                  const sort = Array.prototype.sort;
                  let sorts = 0;
                  Array.prototype.sort = function (order) {
                    if (this.length === 10_000) sorts++;
                    return sort.call(this, order);
                  };
                  const pane = document.querySelector('.scroll');
                  let step = 0;
                  const next = () => {
                    pane.scrollTop = (pane.scrollHeight * step) / steps;
                    if (step++ < steps) return requestAnimationFrame(next);
                    Array.prototype.sort = sort;
                    done(sorts);
                  };
                  next();
                })""", steps);
        return ((Number) sorts).intValue();
    }

    private static int elements(ElectionPage page) {
        return page.page.locator("li[data-election]").count();
    }
}
