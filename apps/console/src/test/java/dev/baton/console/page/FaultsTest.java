package dev.baton.console.page;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;

import dev.baton.console.RawStore;
import dev.baton.console.Watched;
import dev.baton.testkit.TestCandidateProcess;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What the page shows when things break. */
class FaultsTest {

    @Test // FILE-12
    void aFrozenLeaderLosesTheBadgeToItsSuccessorAndAgesOut() {
        try (Watched watched = Watched.fileStore();
                TestCandidateProcess frozen = enter(watched, "frozen")) {
            frozen.awaitEvent("acquired");
            try (TestCandidateProcess other = enter(watched, "other");
                    ElectionPage page = ElectionPage.at(watched.url())) {
                page.leads("agent", "frozen");
                assertThat(page.instance("other")).isVisible();
                frozen.freeze();
                other.awaitEvent("acquired");
                page.leads("agent", "other");
                assertThat(page.instance("frozen")).hasCount(0);
                assertThat(page.menu()).hasCount(0);
                page.leads("agent", "other");
                frozen.thaw();
                assertThat(page.instance("frozen")).isVisible();
                page.leads("agent", "other");
            }
        }
    }

    @Test // FILE-12
    void aLostConnectionIsToldAndWhatWasMissedIsShownWhenItIsBack() {
        Watched watched = Watched.fileStore();
        watched.raw().elections("agent");
        watched.raw().roster("one", List.of(RawStore.leader("agent", "a", 1, 0)));
        try (ElectionPage page = ElectionPage.at("about:blank")) {
            page.page.clock().install();
            page.page.navigate(watched.url());
            page.leads("agent", "a");
            watched.raw().roster("one", List.of(RawStore.standby("agent", "a", 0)));
            watched.raw().roster("two", List.of(RawStore.leader("agent", "b", 2, 0)));
            Watched again = watched.restarted();
            try {
                page.leads("agent", "b");
                assertThat(page.page.getByTestId("connection-lost")).hasCount(0);
                assertThat(page.makeLeader("a")).isEnabled();
                again.close();
                assertThat(page.page.getByTestId("connection-lost")).isVisible();
                assertThat(page.page.locator(".shell.lost")).hasCount(1);
                assertThat(page.makeLeader("a")).isDisabled();
                TestBrowser.screenshot(page.page, "connection-lost");
                page.page.clock().fastForward(16_000);
                assertThat(page.badge("agent")).hasCount(0);
                assertThat(page.page.locator("li[data-election=agent]")).containsText("not known now");
                assertThat(page.page.locator(".verdict")).hasText("Not known now");
            } finally {
                again.close();
            }
        }
    }

    private static TestCandidateProcess enter(Watched watched, String id) {
        return TestCandidateProcess.start(watched.storeUrl(), "agent", id, Duration.ZERO);
    }
}
