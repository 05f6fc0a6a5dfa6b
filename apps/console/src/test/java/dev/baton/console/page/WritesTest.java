package dev.baton.console.page;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Browser;
import com.microsoft.playwright.Request;
import com.microsoft.playwright.Route;
import dev.baton.console.RawStore;
import dev.baton.console.StatusPublisher;
import dev.baton.console.TestConsole;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** Transfers that the page does not offer, or that fail. */
class WritesTest {

    @Test // FILE-12
    void unansweredRequestIsCancelledAndReported() {
        with(TestConsole.onFileStore(), console -> {
            try (ElectionPage page = ElectionPage.at("about:blank")) {
                page.page.clock().install();
                page.page.navigate(console.url() + "/#/elections/s0/nightly");
                AtomicBoolean held = new AtomicBoolean();
                page.page.route("**/transfer?*", route -> held.set(true));
                page.makeLeader("b").click();
                page.makeLeader("b").click();
                page.page.waitForCondition(held::get);
                page.page.clock().fastForward(9_000);
                assertThat(page.page.locator(".notice.failed")).containsText("No answer from the console in time");
                assertThat(console.get("/api/log").body()).doesNotContain("asked");
            }
        });
    }

    @Test // FILE-12
    void requestThatTheBrowserHeldBackIsNeverSent() {
        with(TestConsole.onFileStore(), console -> {
            try (ElectionPage page = ElectionPage.at("about:blank")) {
                page.page.clock().install();
                page.page.navigate(console.url() + "/#/elections/s0/nightly");
                assertThat(page.makeLeader("b")).isEnabled();
                // The worker of the tabs holds a connection, too: the browser opens no more to this server.
                page.page.evaluate("window.others = [...Array(6)].map(() => new EventSource('/api/events'))");
                // Not waitForFunction: the policy of the page refuses its second look, which runs in the page.
                page.page.waitForCondition(() -> Boolean.TRUE.equals(
                        page.page.evaluate("window.others.filter(other => other.readyState === 1).length === 5")));
                page.makeLeader("b").click();
                page.makeLeader("b").click();
                page.page.clock().fastForward(9_000);
                assertThat(page.page.locator(".notice.failed")).containsText("No answer from the console in time");
                page.page.evaluate("window.others.forEach(other => other.close())");
                // A later request arrives, and so would have the one before.
                page.makeLeader("b").click();
                page.makeLeader("b").click();
                assertThat(page.page.locator(".log-asked")).hasCount(1);
                assertThat(console.get("/api/log").body()).containsOnlyOnce("\"asked\"");
            }
        });
    }

    @Test // FILE-12
    void requestWhoseAnswerIsLostIsNotCalledUnsentAndCarriedOutOnce() {
        with(TestConsole.onFileStore(), console -> {
            try (ElectionPage page = ElectionPage.at(console.url() + "/#/elections/s0/nightly")) {
                page.page.route("**/transfer?*", route -> {
                    // A browser sends a request again whose connection ends without an answer.
                    route.fetch();
                    route.fetch();
                    route.abort("connectionreset");
                });
                page.makeLeader("b").click();
                page.makeLeader("b").click();
                assertThat(page.page.locator(".notice.failed")).containsText("may or may not have been sent");
                assertThat(page.page.locator(".notice.failed")).not().containsText("Not sent");
                assertThat(console.get("/api/log").body()).containsOnlyOnce("\"asked\"");
            }
        });
    }

    @Test // FILE-12
    void answerOfAProxyOrHalfAnAnswerProvesNothing() {
        with(TestConsole.onFileStore(), console -> {
            for (var answer : List.of(
                    new Route.FulfillOptions().setStatus(502).setBody("<h1>Bad Gateway</h1>"),
                    new Route.FulfillOptions().setStatus(502).setBody("{\"message\":\"bad gateway\"}"),
                    new Route.FulfillOptions().setStatus(202).setBody("{\"status\":\"se"))) {
                try (ElectionPage page = ElectionPage.at(console.url() + "/#/elections/s0/nightly")) {
                    page.page.route("**/transfer?*", route -> route.fulfill(answer));
                    page.makeLeader("b").click();
                    page.makeLeader("b").click();
                    assertThat(page.page.locator(".notice.failed")).containsText("may or may not have been sent");
                    assertThat(page.page.locator(".notice.failed")).not().containsText("Not sent");
                }
            }
        });
    }

    @Test // FILE-12
    void requestThatAStoppedConsoleFindsLaterIsRefused() {
        with(TestConsole.onFileStore(), console -> {
            try (ElectionPage page = ElectionPage.at("about:blank")) {
                page.page.clock().install();
                page.page.navigate(console.url() + "/#/elections/s0/nightly");
                AtomicReference<Request> held = new AtomicReference<>();
                page.page.route("**/transfer?*", route -> held.set(route.request()));
                page.makeLeader("b").click();
                page.makeLeader("b").click();
                page.page.waitForCondition(() -> held.get() != null);
                page.page.clock().fastForward(9_000);
                assertThat(page.page.locator(".notice.failed")).containsText("No answer from the console in time");
                console.pause(Duration.ofSeconds(9));
                String time = held.get().headers().get("baton-requested-at");
                var late =
                        console.post("/api/elections/nightly/transfer", "{\"to\":\"b\"}", "Baton-Requested-At", time);
                assertThat(late.statusCode()).isEqualTo(409);
                assertThat(console.get("/api/log").body()).doesNotContain("\"asked\"");
            }
        });
    }

    @Test // FILE-12
    void readOnlyConsoleDisablesTheButtonsAndShowsWhy() {
        with(TestConsole.readOnly(), console -> {
            try (ElectionPage page = ElectionPage.at("http://127.0.0.1:" + console.port())) {
                page.choose("nightly");
                assertThat(page.makeLeader("b")).isDisabled();
                assertThat(page.makeLeader("b")).hasAttribute("title", Pattern.compile("read-only"));
                assertThat(page.page.getByTestId("step-down")).isDisabled();
                assertThat(page.page.getByTestId("read-only")).containsText("--token-file");
                Accessibility.check(page.page);
            }
        });
    }

    @Test // FILE-12
    void unhealthyTargetIsMarkedBeforeItIsPressed() {
        with(TestConsole.onFileStore(), console -> {
            console.raw().roster("sick", List.of(RawStore.unhealthy("nightly", "c")));
            try (ElectionPage page = ElectionPage.at(console.url())) {
                page.choose("nightly");
                assertThat(page.makeLeader("c")).hasText("Unhealthy");
                assertThat(page.makeLeader("c")).isDisabled();
                assertThat(page.instance("c")).containsText("unhealthy");
                assertThat(page.makeLeader("b")).isEnabled();
            }
        });
    }

    @Test // FILE-12
    void escapeDisarmsBeforeItLeaves() {
        with(TestConsole.onFileStore(), console -> {
            try (ElectionPage page = ElectionPage.at(console.url())) {
                page.choose("nightly");
                page.makeLeader("b").click();
                assertThat(page.makeLeader("b")).hasText("Press again");
                page.page.keyboard().press("Escape");
                assertThat(page.makeLeader("b")).hasText("Make leader");
                assertThat(page.page.url()).contains("/elections/");
                page.page.keyboard().press("Escape");
                page.page.waitForURL(Pattern.compile("#/$"));
            }
        });
    }

    @Test // FILE-12
    void doesNotClaimToHaveCopiedWhatTheBrowserRefused() {
        with(TestConsole.onFileStore(), console -> {
            var options = new Browser.NewContextOptions().setViewportSize(1280, 800);
            try (ElectionPage page = new ElectionPage(TestBrowser.open("about:blank", options))) {
                page.page.addInitScript("""
                        Object.defineProperty(navigator, 'clipboard', { value: undefined });
                        Document.prototype.execCommand = () => false;""");
                page.page.navigate(console.url());
                page.instance("b").locator(".copy").click();
                assertThat(page.page.locator(".notice.failed")).containsText("Not copied");
                assertThat(page.page.locator(".notice")).containsText("The id is b");
                Accessibility.check(page.page);
            }
        });
    }

    @Test // FILE-12
    void pressedButtonUnderTheMouseStaysReadable() {
        with(TestConsole.onFileStore(), console -> {
            try (ElectionPage page = ElectionPage.at(console.url())) {
                page.leads("nightly", "a");
                var button = page.page.locator("[data-filter=all]");
                button.hover();
                Object colours = button.evaluate(
                        "button => [getComputedStyle(button).color, getComputedStyle(button).backgroundColor]");
                assertThat(colours).isEqualTo(List.of("rgb(246, 247, 248)", "rgb(27, 35, 41)"));
                Accessibility.check(page.page);
            }
        });
    }

    private static void with(TestConsole console, Consumer<TestConsole> test) {
        try (console;
                StatusPublisher publisher = new StatusPublisher(console.raw())) {
            console.raw().elections("nightly");
            publisher.publish("one", () -> List.of(RawStore.leader("nightly", "a", 3, 0)));
            publisher.publish("two", () -> List.of(RawStore.standby("nightly", "b", 0)));
            test.accept(console);
        }
    }
}
