package dev.baton.console.page;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Page;
import com.microsoft.playwright.Route;
import dev.baton.console.RawStore;
import dev.baton.console.StatusPublisher;
import dev.baton.console.TestConsole;
import dev.baton.support.json.Json;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Several tabs of one browser, which opens at most six connections to a server. */
class TabsTest {
    private static final int TABS = 7;

    @Test // FILE-12
    void sevenTabsShareOneStreamAndCanTransfer() {
        try (TestConsole console = TestConsole.onFileStore();
                StatusPublisher publisher = publisher(console);
                ElectionPage first = ElectionPage.at(console.url())) {
            first.leads("agent", "a");
            List<ElectionPage> tabs = tabs(first, console.url());
            tabs.forEach(tab -> tab.leads("agent", "a"));
            publisher.publish("three", () -> List.of(RawStore.standby("agent", "c", 0)));
            tabs.forEach(tab -> assertThat(tab.instance("c")).isVisible());
            ElectionPage last = tabs.get(TABS - 1);
            last.makeLeader("b").click();
            last.makeLeader("b").click();
            assertThat(last.page.locator(".notice")).containsText("requested");
            tabs.forEach(tab -> assertThat(tab.page.locator(".log-asked")).hasCount(1));
            tabs.forEach(tab -> assertThat(tab.page.locator(".link")).hasText("live"));
        }
    }

    @Test // FILE-12
    void addressOfTheWorkerHasTheBuildOfTheConsole() {
        try (TestConsole console = TestConsole.onFileStore();
                StatusPublisher publisher = publisher(console);
                ElectionPage page = ElectionPage.at("about:blank")) {
            page.page.addInitScript("""
                    window.workers = [];
                    globalThis.SharedWorker = class extends SharedWorker {
                      constructor(url, options) {
                        super(url, options);
                        window.workers.push(String(url));
                      }
                    };""");
            page.page.navigate(console.url());
            page.leads("agent", "a");
            assertThat(page.page.locator(".link")).hasText("live");
            Object build = Json.parseObject(console.get("/api/console").body()).get("build");
            assertThat(page.page.evaluate("window.workers")).isEqualTo(List.of("/worker.js?build=" + build));
            publisher.publish("three", () -> List.of(RawStore.standby("agent", "c", 0)));
            assertThat(page.instance("c")).isVisible();
        }
    }

    @Test // FILE-12
    void hiddenTabsWithoutSharedWorkersLeaveConnectionsForATransfer() {
        try (TestConsole console = TestConsole.onFileStore();
                StatusPublisher publisher = publisher(console);
                ElectionPage first = ElectionPage.at("about:blank")) {
            first.page.context().addInitScript("""
                    delete globalThis.SharedWorker;
                    Object.defineProperty(document, 'hidden', { value: !location.hash.includes('visible') });""");
            first.page.navigate(console.url());
            List<ElectionPage> tabs = tabs(first, console.url());
            tabs.forEach(tab -> tab.leads("agent", "a"));
            tabs.forEach(tab -> assertThat(tab.page.locator(".link")).hasText("every 5 s"));
            Page visible = first.page.context().newPage();
            visible.navigate(console.url() + "/#/?search=&visible");
            ElectionPage last = new ElectionPage(visible);
            assertThat(visible.locator(".link")).hasText("live");
            last.makeLeader("b").click();
            last.makeLeader("b").click();
            assertThat(visible.locator(".log-asked")).hasCount(1);
            publisher.publish("three", () -> List.of(RawStore.standby("agent", "c", 0)));
            tabs.forEach(tab -> assertThat(tab.instance("c")).isVisible());
        }
    }

    @Test // FILE-12
    void tabWithoutRoomForAStreamPollsAndDoesNotBlink() {
        try (TestConsole console = TestConsole.onFileStore();
                StatusPublisher publisher = publisher(console);
                ElectionPage page = ElectionPage.at("about:blank")) {
            page.page.addInitScript("delete globalThis.SharedWorker");
            page.page.route("**/api/events*", route -> route.fulfill(new Route.FulfillOptions().setStatus(503)));
            page.page.addInitScript("""
                    window.lost = 0;
                    new MutationObserver(() => window.lost += document.querySelectorAll('.lost').length)
                      .observe(document, { subtree: true, childList: true, attributes: true });""");
            page.page.navigate(console.url());
            page.leads("agent", "a");
            assertThat(page.page.locator(".link")).hasText("every 5 s");
            publisher.publish("three", () -> List.of(RawStore.standby("agent", "c", 0)));
            assertThat(page.instance("c")).isVisible();
            assertThat(page.page.evaluate("window.lost")).isEqualTo(0);
        }
    }

    @Test // FILE-12
    void hiddenTabWithoutSharedWorkerHoldsNoStream() {
        try (TestConsole console = TestConsole.onFileStore();
                StatusPublisher publisher = publisher(console);
                ElectionPage page = ElectionPage.at("about:blank")) {
            page.page.addInitScript("delete globalThis.SharedWorker");
            page.page.navigate(console.url());
            assertThat(page.page.locator(".link")).hasText("live");
            page.page.evaluate("""
                    Object.defineProperty(document, 'hidden', { value: true, configurable: true });
                    dispatchEvent(new Event('visibilitychange'));""");
            assertThat(page.page.locator(".link")).hasText("every 5 s");
            publisher.publish("three", () -> List.of(RawStore.standby("agent", "c", 0)));
            assertThat(page.instance("c")).isVisible();
            page.page.evaluate("""
                    Object.defineProperty(document, 'hidden', { value: false, configurable: true });
                    dispatchEvent(new Event('visibilitychange'));""");
            assertThat(page.page.locator(".link")).hasText("live");
        }
    }

    private static StatusPublisher publisher(TestConsole console) {
        console.raw().elections("agent");
        StatusPublisher publisher = new StatusPublisher(console.raw());
        publisher.publish("one", () -> List.of(RawStore.leader("agent", "a", 1, 0)));
        publisher.publish("two", () -> List.of(RawStore.standby("agent", "b", 0)));
        return publisher;
    }

    private static List<ElectionPage> tabs(ElectionPage first, String url) {
        List<ElectionPage> tabs = new ArrayList<>(List.of(first));
        while (tabs.size() < TABS) {
            Page tab = first.page.context().newPage();
            tab.navigate(url);
            tabs.add(new ElectionPage(tab));
        }
        return tabs;
    }
}
