package dev.baton.console.page;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;

import dev.baton.console.RawStore;
import dev.baton.console.TestConsole;
import dev.baton.console.view.LiveInstances;
import dev.baton.testkit.TestCandidateProcess;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The page during faults of candidates and of its connection. */
class FaultsTest {

    @Test // FILE-12
    void frozenLeaderLosesBadgeToSuccessorAndAgesOut() {
        try (TestConsole console = TestConsole.onLeaseStore();
                TestCandidateProcess frozen = start(console, "frozen")) {
            frozen.awaitEvent("acquired");
            try (TestCandidateProcess other = start(console, "other");
                    ElectionPage page = ElectionPage.at(console.url())) {
                page.leads("agent", "frozen");
                assertThat(page.instance("other")).isVisible();
                frozen.freeze();
                other.awaitEvent("acquired");
                page.leads("agent", "other");
                // Both become too old at once; only the process that still runs publishes a new status.
                console.age(LiveInstances.MAX_AGE);
                assertThat(page.instance("frozen")).hasCount(0);
                assertThat(page.instance("other")).isVisible();
                page.leads("agent", "other");
                assertThat(page.menu()).hasCount(0);
                frozen.thaw();
                assertThat(page.instance("frozen")).isVisible();
                page.leads("agent", "other");
            }
        }
    }

    @Test // FILE-12
    void showsLostConnectionAndCatchesUpAfterReconnecting() {
        TestConsole console = TestConsole.onFileStore();
        console.raw().elections("agent");
        console.raw().roster("one", List.of(RawStore.leader("agent", "a", 1, 0)));
        try (ElectionPage page = ElectionPage.at("about:blank")) {
            page.page.clock().install();
            page.page.navigate(console.url());
            page.leads("agent", "a");
            console.raw().roster("one", List.of(RawStore.standby("agent", "a", 0)));
            console.raw().roster("two", List.of(RawStore.leader("agent", "b", 2, 0)));
            TestConsole restarted = console.restart();
            try {
                page.leads("agent", "b");
                assertThat(page.page.getByTestId("connection-lost")).hasCount(0);
                assertThat(page.makeLeader("a")).isEnabled();
                restarted.close();
                assertThat(page.page.getByTestId("connection-lost")).isVisible();
                assertThat(page.page.locator(".shell.lost")).hasCount(1);
                assertThat(page.makeLeader("a")).isDisabled();
                TestBrowser.screenshot(page.page, "connection-lost");
                page.page.clock().fastForward(16_000);
                assertThat(page.badge("agent")).hasCount(0);
                assertThat(page.page.locator("li[data-election=agent]")).containsText("unknown");
                assertThat(page.page.locator(".verdict")).hasText("Unknown");
            } finally {
                restarted.close();
            }
        }
    }

    private static TestCandidateProcess start(TestConsole console, String id) {
        return TestCandidateProcess.start(console.storeUrl(), "agent", id, Duration.ZERO);
    }
}
