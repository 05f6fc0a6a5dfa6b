package dev.baton.console.page;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Browser;
import dev.baton.console.RawStore;
import dev.baton.console.StatusPublisher;
import dev.baton.console.TestConsole;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Notifications of the browser about elections without a leader. */
class NotificationTest {

    @Test // FILE-12
    void notifiesOnceOfAnElectionThatHasNoLeader() {
        try (TestConsole console = TestConsole.onFileStore();
                StatusPublisher publisher = new StatusPublisher(console.raw());
                ElectionPage page = new ElectionPage(
                        TestBrowser.open("about:blank", new Browser.NewContextOptions().setViewportSize(1280, 800)))) {
            page.page.addInitScript("""
                    window.notified = [];
                    window.Notification = class {
                      static permission = 'default';
                      static async requestPermission() { return (this.permission = 'granted'); }
                      constructor(title) { window.notified.push(title); }
                    };""");
            console.raw().elections("nightly", "weekly");
            publisher.publish(
                    "one", () -> List.of(RawStore.leader("nightly", "a", 1, 0), RawStore.leader("weekly", "a", 1, 0)));
            page.page.navigate(console.url());
            page.leads("nightly", "a");
            page.page.getByText("Notify me").click();
            assertThat(page.page.getByText("Notify me")).hasCount(0);
            publisher.publish(
                    "one", () -> List.of(RawStore.standby("nightly", "a", 0), RawStore.leader("weekly", "a", 1, 0)));
            assertThat(page.page.locator("li[data-election=nightly] .no-leader"))
                    .isVisible();
            page.page.waitForCondition(() -> Boolean.TRUE.equals(page.page.evaluate("window.notified.length > 0")));
            String beats = "new Promise(done => { let n = 0; document.querySelector('baton-console').feed"
                    + ".addEventListener('beat', () => ++n === 2 && done()); })";
            page.page.evaluate(beats);
            assertThat(page.page.evaluate("window.notified")).isEqualTo(List.of("nightly has no leader"));
        }
    }
}
