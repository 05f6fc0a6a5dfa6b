package dev.baton.console.page;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.console.RawStore;
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
                page.page.locator("select").selectOption(console.storeUrl().replace("/store", "/other"));
                assertThat(page.page.locator("li[data-election]")).hasCount(2);
                page.choose("weekly");
                assertThat(page.page.url()).contains("other/weekly").doesNotContain("/s1/");
                page.page.reload();
                assertThat(page.page.locator("article[data-election=weekly]")).isVisible();
                assertThat(page.page.locator("li[data-election]")).hasCount(2);
                Accessibility.check(page.page);
                TestBrowser.screenshot(page.page, "two-stores");
            }
        }
    }

    @Test // FILE-12
    void everyColumnSortsAndTheAddressKeepsOrderAndFilter() {
        try (TestConsole console = TestConsole.onFileStore()) {
            console.raw().elections("a", "b", "c");
            console.raw().roster("here", List.of(RawStore.leader("a", "x", 5, 0), RawStore.leader("b", "y", 9, 0)));
            try (ElectionPage page = ElectionPage.at(console.url())) {
                page.leads("b", "y");
                for (String column : List.of("name", "leader", "changes", "epoch", "live", "age")) {
                    page.page.locator(".columns a." + column).click();
                    assertThat(page.page.locator(".columns a." + column)).hasAttribute("aria-current", "true");
                }
                page.page.locator(".columns a.epoch").click();
                assertThat(page.page.locator("li .name")).hasText(new String[] {"b", "a", "c"});
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
    void unknownLinkShowsAMessage() {
        try (TestConsole console = TestConsole.onFileStore()) {
            console.raw().elections("nightly");
            try (ElectionPage page = ElectionPage.at(console.url() + "/#/elections/s0/nightlyy")) {
                assertThat(page.page.getByTestId("unknown-election")).containsText("nightlyy");
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
            }
        }
    }

    private static int elements(ElectionPage page) {
        return page.page.locator("li[data-election]").count();
    }
}
