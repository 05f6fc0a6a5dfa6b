package dev.baton.console.page;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Locator;
import dev.baton.console.Watched;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The page over two real nodes: who leads, what they do, and a death. */
class NodePairTest {

    @Test // NODE-4
    void rolesJobsAndAgentsOfAPairAreShownThroughTheDeathOfItsLeader(@TempDir Path directory) {
        try (NodePair pair = new NodePair(directory);
                Watched watched = Watched.onlyNodes(List.of(pair.url("n1"), pair.url("n2")));
                ElectionPage page = ElectionPage.at(watched.url())) {
            String leader = pair.awaitLeader();
            String standby = leader.equals("n1") ? "n2" : "n1";
            Locator led = page.page.locator("[data-node=" + leader + "]");
            Locator stands = page.page.locator("[data-node=" + standby + "]");
            assertThat(led.locator(".role")).hasText("LEADER");
            assertThat(stands.locator(".role")).hasText("STANDBY");
            assertThat(page.page.locator(".verdict")).hasText(leader + " leads");
            long epoch = pair.epoch(leader);
            for (Locator node : List.of(led, stands)) {
                assertThat(node).containsText("epoch " + epoch + " · leader " + leader);
                assertThat(node.locator(".agents")).containsText(standby + "-worker");
            }

            pair.submit(leader, "resize");
            for (Locator node : List.of(led, stands)) {
                assertThat(node.locator("tr", new Locator.LocatorOptions().setHasText("resize")))
                        .containsText("succeeded");
            }
            TestBrowser.screenshot(page.page, "nodes-1-a-pair");
            Accessibility.check(page.page);

            pair.kill(leader);
            assertThat(led).containsText("Out of reach");
            assertThat(stands.locator(".role")).hasText("LEADER");
            assertThat(stands).containsText("leader " + standby);
            assertThat(page.page.locator(".verdict")).hasText(standby + " leads, 1 of 2 out of reach");
            assertThat(pair.epoch(standby)).isGreaterThan(epoch);
            assertThat(stands).containsText("epoch " + pair.epoch(standby));
            assertThat(stands).containsText("resize");
            TestBrowser.screenshot(page.page, "nodes-2-after-kill-9");
            Accessibility.check(page.page);

            pair.start(leader);
            assertThat(led.locator(".role")).hasText("STANDBY");
            assertThat(led).not().containsText("Out of reach");
            assertThat(stands.locator(".agents")).containsText(leader + "-worker");
        }
    }
}
