package dev.baton.console.page;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.console.RawStore;
import dev.baton.console.StatusPublisher;
import dev.baton.console.TestConsole;
import dev.baton.testkit.FaultProxy;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The page behind a network that fails for a while. */
class ReconnectTest {

    @Test // API-7 FILE-12
    void receivesMissedEventsInOrderAndOnceWithoutLoadingTheListAgain() {
        try (TestConsole console = TestConsole.onFileStore();
                StatusPublisher publisher = new StatusPublisher(console.raw());
                FaultProxy network = FaultProxy.to("127.0.0.1", console.port());
                ElectionPage page = ElectionPage.at("about:blank")) {
            console.raw().elections("agent");
            publisher.publish("p0", () -> List.of(RawStore.leader("agent", "i0", 1, 0)));
            List<String> listRequests = new ArrayList<>();
            page.page.onRequest(request -> {
                if (request.url().endsWith("/api/elections")) {
                    listRequests.add(request.url());
                }
            });
            page.page.navigate("http://127.0.0.1:" + network.port());
            page.leads("agent", "i0");
            network.refuse();
            assertThat(page.page.getByTestId("connection-lost")).isVisible();
            for (int i = 1; i <= 5; i++) {
                String id = "i" + i;
                publisher.publish("p" + i, () -> List.of(RawStore.standby("agent", id, 0)));
                TestConsole.await(
                        id + " is known", () -> console.instances("agent").contains(id));
            }
            assertThat(page.instance("i1")).hasCount(0);
            network.heal();
            assertThat(page.page.getByTestId("connection-lost")).hasCount(0);
            assertThat(page.page.locator(".log-joined code")).hasText(new String[] {"i5", "i4", "i3", "i2", "i1"});
            assertThat(page.page.locator("li.instance")).hasCount(6);
            assertThat(listRequests).hasSize(1);
        }
    }

    @Test // FILE-12
    void treatsAConnectionWithoutTrafficAsLost() {
        try (TestConsole console = TestConsole.onFileStore();
                StatusPublisher publisher = new StatusPublisher(console.raw());
                FaultProxy network = FaultProxy.to("127.0.0.1", console.port());
                ElectionPage page = ElectionPage.at("about:blank")) {
            console.raw().elections("agent");
            publisher.publish("p0", () -> List.of(RawStore.leader("agent", "i0", 1, 0)));
            page.page.clock().install();
            page.page.navigate("http://127.0.0.1:" + network.port());
            page.leads("agent", "i0");
            network.blackhole();
            page.page.clock().fastForward(13_000);
            assertThat(page.page.getByTestId("connection-lost")).isVisible();
            publisher.publish("p0", () -> List.of(RawStore.standby("agent", "i0", 0)));
            publisher.publish("p1", () -> List.of(RawStore.leader("agent", "i1", 2, 0)));
            TestConsole.await(
                    "the new leader is known", () -> console.badge("agent").equals("i1"));
            network.heal();
            page.leads("agent", "i1");
            assertThat(page.page.getByTestId("connection-lost")).hasCount(0);
        }
    }
}
