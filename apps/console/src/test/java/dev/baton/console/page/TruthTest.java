package dev.baton.console.page;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.console.HistoryLines;
import dev.baton.console.RawStore;
import dev.baton.console.TestConsole;
import dev.baton.console.view.LiveInstances;
import dev.baton.testkit.FaultProxy;
import dev.baton.testkit.TestCandidateProcess;
import java.time.Duration;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** The page shows nothing that it does not know. */
class TruthTest {

    @Test // FILE-12
    void nothingGrowsWhileTheConnectionIsLostExceptAges() {
        try (TestConsole console = TestConsole.onFileStore();
                FaultProxy network = FaultProxy.to("127.0.0.1", console.port());
                TestCandidateProcess leader =
                        TestCandidateProcess.start(console.storeUrl(), "agent", "one", Duration.ZERO);
                ElectionPage page = ElectionPage.at("about:blank")) {
            leader.awaitEvent("acquired");
            page.page.clock().install();
            page.page.navigate("http://127.0.0.1:" + network.port());
            page.leads("agent", "one");
            assertThat(page.page.locator(".tenure.current")).hasCount(1);
            network.refuse();
            assertThat(page.page.getByTestId("connection-lost")).isVisible();
            Object before = page.page.evaluate(
                    "[document.querySelector('.lead-line').textContent, document.querySelector('.tenure rect').getAttribute('width')]");
            page.page.clock().fastForward(120_000);
            assertThat(page.page.locator("li[data-election=agent] .age")).containsText("2 min");
            assertThat(page.page.locator(".lead-line")).containsText("Leader unknown");
            Object after = page.page.evaluate("document.querySelector('.tenure rect').getAttribute('width')");
            assertThat(List.of(after)).isEqualTo(((List<?>) before).subList(1, 2));
        }
    }

    @Test // FILE-12
    void pauseOfTheConsoleIsReportedAndNotBlamedOnInstances() {
        try (TestConsole console = TestConsole.onFileStore()) {
            console.raw().elections("agent");
            console.raw().roster("one", List.of(RawStore.leader("agent", "a", 1, 0)));
            try (ElectionPage page = ElectionPage.at(console.url())) {
                page.leads("agent", "a");
                console.pause(Duration.ofSeconds(60));
                assertThat(page.page.getByTestId("console-paused")).containsText("did not run for 60 s");
                Accessibility.check(page.page);
                assertThat(page.page.locator(".log-paused")).containsText("what happened meanwhile was not observed");
                page.leads("agent", "a");
                assertThat(page.page.locator(".log-aged_out")).hasCount(0);
            }
        }
    }

    @Test // FILE-12
    void silentLeaderIsAmberWithTheLengthOfItsSilence() {
        try (TestConsole console = TestConsole.onFileStore()) {
            console.raw().leads("agent", "a");
            console.raw().roster("one", List.of(RawStore.leader("agent", "a", 1, 0)));
            try (ElectionPage page = ElectionPage.at(console.url())) {
                page.leads("agent", "a");
                console.age(LiveInstances.MAX_AGE.plusSeconds(5));
                assertThat(page.badge("agent")).hasCount(0);
                assertThat(page.page.locator("li[data-election=agent] .silent"))
                        .containsText(Pattern.compile("silent for (1[5-9]|[2-4][0-9]) s"));
                assertThat(page.page.locator(".verdict.warn")).hasText("The election has a leader, 1 not reporting");
                assertThat(page.page.locator("li.is-not-reporting")).hasCount(1);
                page.page.locator(".verdict a").click();
                assertThat(page.page.locator("[data-filter=silent]")).hasAttribute("aria-pressed", "true");
                Accessibility.check(page.page);
                TestBrowser.screenshot(page.page, "silent-leader");
            }
        }
    }

    @Test // FILE-12
    void leadersOfAStoreThatCannotBeReadAreUnknownAndNotSilent() {
        try (TestConsole console = TestConsole.onTwoFileStores()) {
            console.raw().leads("agent", "a");
            console.raw().elections("idle");
            console.raw().roster("one", List.of(RawStore.leader("agent", "a", 1, 0)));
            console.otherRaw().leads("nightly", "b");
            console.otherRaw().roster("two", List.of(RawStore.leader("nightly", "b", 1, 0)));
            try (ElectionPage page = ElectionPage.at(console.url() + "/#/elections/s0/agent")) {
                page.leads("agent", "a");
                assertThat(page.page.locator(".verdict")).hasText("1 leaderless");
                console.raw().breakStore(true);
                assertThat(page.page.locator(".verdict.alarm")).hasText("1 of 2 stores cannot be read");
                page.leads("agent", "a");
                console.age(LiveInstances.MAX_AGE.plusSeconds(1));
                assertThat(page.badge("agent")).hasCount(0);
                assertThat(page.page.locator("li[data-election=agent] .live")).containsText("–");
                assertThat(page.page.locator("li[data-election=agent].is-unknown .who"))
                        .containsText("unknown");
                assertThat(page.page.locator(".lead-line")).containsText("Leader unknown");
                assertThat(page.page.locator("[data-filter=leaderless] .n")).hasText("0");
                assertThat(page.page.locator("[data-filter=silent] .n")).hasText("1");
                assertThat(page.page.locator("li[data-election=nightly] .silent"))
                        .isVisible();
                assertThat(page.page.locator(".log-unreachable")).hasCount(1);
                assertThat(page.page.locator(".log-aged_out")).hasCount(0);
                Accessibility.checkAllForms(page.page, "store-unreadable");
                console.raw().breakStore(false);
                assertThat(page.page.locator(".verdict")).not().containsText("cannot be read");
                assertThat(page.page.locator(".log-reachable")).hasCount(1);
            }
        }
    }

    @Test // FILE-12
    void electionsOfAStoreThatWasNeverReadAreUnknownAndNotMissing() {
        try (TestConsole console = TestConsole.onFileStore()) {
            console.raw().elections("old");
            console.raw().removeElection("old");
            console.raw().breakStore(true);
            try (ElectionPage page = ElectionPage.at(console.url())) {
                assertThat(page.page.locator(".verdict.alarm")).hasText("The store cannot be read");
                assertThat(page.page.getByTestId("not-read")).containsText("its elections are not known");
                assertThat(page.page.locator("body")).not().containsText("No elections yet");
                page.page.navigate(console.url() + "/#/elections/s0/nightly");
                assertThat(page.page.getByTestId("not-read")).containsText("Election unknown");
                Accessibility.check(page.page);
                console.raw().breakStore(false);
                assertThat(page.page.getByTestId("unknown-election")).containsText("has no election nightly");
            }
        }
    }

    @Test // API-9
    void crashShowsItsGapInTheTimelineAndInTheEvents() {
        try (TestConsole console = TestConsole.onFileStore();
                TestCandidateProcess one =
                        TestCandidateProcess.start(console.storeUrl(), "agent", "one", Duration.ZERO)) {
            one.awaitEvent("acquired");
            try (TestCandidateProcess two =
                            TestCandidateProcess.start(console.storeUrl(), "agent", "two", Duration.ZERO);
                    ElectionPage page = ElectionPage.at(console.url())) {
                assertThat(page.instance("two")).isVisible();
                page.leads("agent", "one");
                one.crash();
                two.awaitEvent("acquired");
                page.leads("agent", "two");
                assertThat(page.page.locator(".log-took_over")).containsText("took over after at most");
                assertThat(page.page.locator(".gap .uncertain")).hasCount(1);
                assertThat(page.page.locator(".ends")).containsText("at most");
                assertThat(page.page.locator(".failovers")).containsText("Failovers: 1");
                TestBrowser.screenshot(page.page, "crash-gap");
            }
        }
    }

    @Test // API-9
    void plannedChangesAreNotFlapping() {
        try (TestConsole console = TestConsole.onFileStore()) {
            console.raw()
                    .history(
                            "agent",
                            new HistoryLines()
                                    .tenure("a", 200, 150, "transferred")
                                    .tenure("b", 150, 100, "shut_down")
                                    .tenure("a", 100, 50, "resigned")
                                    .tenure("b", 50, 10, "transferred")
                                    .lines());
            console.raw().elections("agent");
            try (ElectionPage page = ElectionPage.at(console.url())) {
                assertThat(page.page.locator(".ends tbody tr")).hasCount(4);
                assertThat(page.page.locator("[data-filter=flapping] .n")).hasText("0");
                assertThat(page.page.locator(".warning")).hasCount(0);
            }
        }
    }
}
