package dev.baton.console.page;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.console.Chorus;
import dev.baton.console.RawStore;
import dev.baton.console.Watched;
import dev.baton.testkit.FaultProxy;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A network between page and console that fails for a while. */
class ReconnectTest {

    @Test // API-7 FILE-12
    void whatHappenedWhileTheConnectionWasLostIsToldInOrderOnceAndNothingIsReadAnew() {
        try (Watched watched = Watched.fileStore();
                Chorus chorus = new Chorus(watched.raw());
                FaultProxy network = FaultProxy.to("127.0.0.1", watched.port());
                ElectionPage page = ElectionPage.at("about:blank")) {
            watched.raw().elections("agent");
            chorus.says("p0", () -> List.of(RawStore.leader("agent", "i0", 1, 0)));
            List<String> lists = new ArrayList<>();
            page.page.onRequest(request -> {
                if (request.url().endsWith("/api/elections")) {
                    lists.add(request.url());
                }
            });
            page.page.navigate("http://127.0.0.1:" + network.port());
            page.leads("agent", "i0");
            network.refuse();
            assertThat(page.page.getByTestId("connection-lost")).isVisible();
            for (int i = 1; i <= 5; i++) {
                String id = "i" + i;
                chorus.says("p" + i, () -> List.of(RawStore.standby("agent", id, 0)));
                Watched.await(id + " is known", () -> watched.instances("agent").contains(id));
            }
            assertThat(page.instance("i1")).hasCount(0);
            network.heal();
            assertThat(page.page.getByTestId("connection-lost")).hasCount(0);
            assertThat(page.page.locator(".log-joined code")).hasText(new String[] {"i5", "i4", "i3", "i2", "i1"});
            assertThat(page.page.locator("li.instance")).hasCount(6);
            assertThat(lists).hasSize(1);
        }
    }

    @Test // FILE-12
    void aConnectionThatFallsSilentIsALostOne() {
        try (Watched watched = Watched.fileStore();
                Chorus chorus = new Chorus(watched.raw());
                FaultProxy network = FaultProxy.to("127.0.0.1", watched.port());
                ElectionPage page = ElectionPage.at("about:blank")) {
            watched.raw().elections("agent");
            chorus.says("p0", () -> List.of(RawStore.leader("agent", "i0", 1, 0)));
            page.page.clock().install();
            page.page.navigate("http://127.0.0.1:" + network.port());
            page.leads("agent", "i0");
            network.blackhole();
            page.page.clock().fastForward(13_000);
            assertThat(page.page.getByTestId("connection-lost")).isVisible();
            chorus.says("p0", () -> List.of(RawStore.standby("agent", "i0", 0)));
            chorus.says("p1", () -> List.of(RawStore.leader("agent", "i1", 2, 0)));
            Watched.await("it is known", () -> watched.badge("agent").equals("i1"));
            network.heal();
            page.leads("agent", "i1");
            assertThat(page.page.getByTestId("connection-lost")).hasCount(0);
        }
    }
}
