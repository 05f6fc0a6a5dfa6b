package dev.baton.console.page;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;

import dev.baton.console.RawStore;
import dev.baton.console.StatusPublisher;
import dev.baton.console.TestConsole;
import dev.baton.console.view.LiveInstances;
import dev.baton.testkit.TestCandidateProcess;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
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
        try (StatusPublisher publisher = new StatusPublisher(console.raw());
                ElectionPage page = openWithOwnClock(console, publisher)) {
            changeLeader(publisher);
            TestConsole restarted = console.restart();
            try {
                restarted.awaitBadge("agent", "b");
                page.leads("agent", "b");
                assertThat(page.page.getByTestId("connection-lost")).hasCount(0);
                assertThat(page.makeLeader("a")).isEnabled();
                publisher.stop();
                restarted.close();
                assertThat(page.page.getByTestId("connection-lost")).isVisible();
                assertThat(page.page.locator(".shell.lost")).hasCount(1);
                assertThat(page.makeLeader("a")).isDisabled();
                TestBrowser.screenshot(page.page, "connection-lost");
                Accessibility.check(page.page);
                page.page.clock().fastForward(16_000);
                assertThat(page.badge("agent")).hasCount(0);
                assertThat(page.page.locator("li[data-election=agent]")).containsText("unknown");
                assertThat(page.page.locator(".verdict")).hasText("Unknown");
            } finally {
                restarted.close();
            }
        }
    }

    @Test // FILE-12
    void asksAgainWhenServerNeverAnswers() {
        TestConsole console = TestConsole.onFileStore();
        try (StatusPublisher publisher = new StatusPublisher(console.raw());
                ElectionPage page = openWithOwnClock(console, publisher)) {
            changeLeader(publisher);
            AtomicBoolean unanswered = new AtomicBoolean();
            page.page.route("**/api/elections", request -> {
                if (!unanswered.compareAndSet(false, true)) {
                    request.resume();
                }
            });
            try (TestConsole restarted = console.restart()) {
                restarted.awaitBadge("agent", "b");
                page.page.waitForCondition(unanswered::get);
                page.page.clock().fastForward(11_000);
                page.page.clock().fastForward(2_000);
                page.leads("agent", "b");
                publisher.stop();
            }
        }
    }

    /** Opens the page with a clock of the test, while {@code a} leads. */
    private static ElectionPage openWithOwnClock(TestConsole console, StatusPublisher publisher) {
        console.raw().elections("agent");
        publisher.publish("one", () -> List.of(RawStore.leader("agent", "a", 1, 0)));
        ElectionPage page = ElectionPage.at("about:blank");
        page.page.clock().install();
        page.page.navigate(console.url());
        page.leads("agent", "a");
        return page;
    }

    /** Lets {@code b} lead instead of {@code a}. */
    private static void changeLeader(StatusPublisher publisher) {
        publisher.publish("one", () -> List.of(RawStore.standby("agent", "a", 0)));
        publisher.publish("two", () -> List.of(RawStore.leader("agent", "b", 2, 0)));
    }

    private static TestCandidateProcess start(TestConsole console, String id) {
        return TestCandidateProcess.start(console.storeUrl(), "agent", id, Duration.ZERO);
    }
}
