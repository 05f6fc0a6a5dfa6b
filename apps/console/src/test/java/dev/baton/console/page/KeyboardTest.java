package dev.baton.console.page;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;

import com.microsoft.playwright.Browser;
import dev.baton.console.RawStore;
import dev.baton.console.StatusPublisher;
import dev.baton.console.TestConsole;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** The actions that only some consoles, browsers or addresses offer, without a mouse. */
class KeyboardTest {

    @Test // FILE-12
    void storeAndOrderAreChosen() {
        var narrow = new Browser.NewContextOptions().setViewportSize(640, 800);
        try (TestConsole console = TestConsole.onTwoFileStores()) {
            console.raw().elections("nightly");
            console.otherRaw().elections("monthly", "weekly");
            try (ElectionPage page = new ElectionPage(TestBrowser.open(console.url(), narrow))) {
                assertThat(page.page.locator("li[data-election]")).hasCount(3);
                page.tabTo("document.activeElement.ariaLabel === 'Store'");
                page.page.keyboard().press("ArrowDown");
                page.page.keyboard().press("ArrowDown");
                assertThat(page.page.locator("li[data-election]")).hasCount(2);
                page.tabTo("document.activeElement.ariaLabel === 'Sort by'");
                page.page.keyboard().press("ArrowDown");
                assertThat(page.page.locator("li[data-election] .name"))
                        .containsText(new String[] {"weekly", "monthly"});
            }
        }
    }

    @Test // FILE-12
    void notificationsAreAllowed() {
        try (TestConsole console = TestConsole.onFileStore();
                ElectionPage page = ElectionPage.at("about:blank")) {
            page.page.addInitScript("""
                    window.Notification = class {
                      static permission = 'default';
                      static async requestPermission() { return (this.permission = 'granted'); }
                    };""");
            page.page.navigate(console.url());
            assertThat(page.page.locator(".empty")).isVisible();
            page.tabTo("document.activeElement.textContent.trim() === 'Notify me'");
            page.page.keyboard().press("Enter");
            assertThat(page.page.getByText("Notify me")).hasCount(0);
        }
    }

    @Test // FILE-12
    void tokenIsEntered() {
        try (TestConsole console = TestConsole.withToken();
                StatusPublisher publisher = new StatusPublisher(console.raw())) {
            console.raw().elections("nightly");
            publisher.publish("one", () -> List.of(RawStore.leader("nightly", "a", 3, 0)));
            publisher.publish("two", () -> List.of(RawStore.standby("nightly", "b", 0)));
            try (ElectionPage page = ElectionPage.at(console.url())) {
                page.choose("nightly");
                assertThat(page.makeLeader("b")).isDisabled();
                Accessibility.check(page.page);
                page.tabTo("document.activeElement.name === 'token'");
                page.page.keyboard().type(TestConsole.TOKEN);
                page.page.keyboard().press("Enter");
                assertThat(page.page.locator("form.token")).hasCount(0);
                page.tabTo("document.activeElement.dataset.testid === 'make-leader'");
                page.page.keyboard().press("Enter");
                page.page.keyboard().press("Enter");
                assertThat(page.page.getByTestId("transfer")).containsText("Transfer to b requested");
            }
        }
    }

    @Test // FILE-12
    void unknownElectionIsLeft() {
        try (TestConsole console = TestConsole.onFileStore()) {
            console.raw().elections("nightly");
            try (ElectionPage page = ElectionPage.at(console.url() + "/#/elections/s0/none")) {
                assertThat(page.page.getByTestId("unknown-election")).isVisible();
                page.tabTo("document.activeElement.textContent === 'Show all elections'");
                page.page.keyboard().press("Enter");
                page.page.waitForURL(Pattern.compile("#/$"));
                assertThat(page.page.locator("article[data-election=nightly]")).isVisible();
            }
        }
    }
}
