package dev.baton.console.page;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Locator;
import dev.baton.console.TestConsole;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The page with two real nodes, one of which is killed. */
class NodePairTest {

    @Test // NODE-4
    void showsRolesJobsAndAgentsOfAPairWhoseLeaderIsKilled(@TempDir Path directory) {
        try (NodePair pair = new NodePair(directory);
                TestConsole console = TestConsole.withNodesOnly(List.of(pair.url("n1"), pair.url("n2")));
                ElectionPage page = ElectionPage.at(console.url())) {
            String leader = pair.awaitLeader();
            String standby = leader.equals("n1") ? "n2" : "n1";
            Locator leaderCard = page.page.locator("[data-node=" + leader + "]");
            Locator standbyCard = page.page.locator("[data-node=" + standby + "]");
            assertThat(leaderCard.locator(".role")).hasText("LEADER");
            assertThat(standbyCard.locator(".role")).hasText("STANDBY");
            assertThat(page.page.locator(".verdict")).hasText(leader + " leads");
            long epoch = pair.epoch(leader);
            for (Locator node : List.of(leaderCard, standbyCard)) {
                assertThat(node).containsText("epoch " + epoch + " · leader " + leader);
                assertThat(node.locator(".agents")).containsText(standby + "-worker");
            }

            pair.submit(leader, "resize");
            for (Locator node : List.of(leaderCard, standbyCard)) {
                assertThat(node.locator("tr", new Locator.LocatorOptions().setHasText("resize")))
                        .containsText("succeeded");
            }
            TestBrowser.screenshot(page.page, "nodes-1-a-pair");
            Accessibility.check(page.page);

            pair.kill(leader);
            assertThat(leaderCard).containsText("Unreachable");
            assertThat(standbyCard.locator(".role")).hasText("LEADER");
            assertThat(standbyCard).containsText("leader " + standby);
            assertThat(page.page.locator(".verdict")).hasText(standby + " leads, 1 of 2 unreachable");
            assertThat(pair.epoch(standby)).isGreaterThan(epoch);
            assertThat(standbyCard).containsText("epoch " + pair.epoch(standby));
            assertThat(standbyCard).containsText("resize");
            TestBrowser.screenshot(page.page, "nodes-2-after-kill-9");
            Accessibility.check(page.page);

            pair.start(leader);
            assertThat(leaderCard.locator(".role")).hasText("STANDBY");
            assertThat(leaderCard).not().containsText("Unreachable");
            assertThat(standbyCard.locator(".agents")).containsText(leader + "-worker");
        }
    }

    @Test // NODE-4
    void operatesARealPair(@TempDir Path directory) {
        try (NodePair pair = new NodePair(directory);
                TestConsole console = TestConsole.withNodesOnly(List.of(pair.url("n1"), pair.url("n2")));
                ElectionPage page = ElectionPage.at(console.url())) {
            String leader = pair.awaitLeader();
            String standby = leader.equals("n1") ? "n2" : "n1";
            Locator leaderCard = page.page.locator("[data-node=" + leader + "]");
            Locator standbyCard = page.page.locator("[data-node=" + standby + "]");
            Locator notice = page.page.getByTestId("node-notice");
            assertThat(leaderCard.locator(".role")).hasText("LEADER");

            pair.submit(leader, "resize");
            Locator job = leaderCard.locator("tr", new Locator.LocatorOptions().setHasText("resize"));
            assertThat(job).containsText("succeeded");
            assertThat(standbyCard.locator("button[data-action$='/delete']").first())
                    .isDisabled();
            press(job.locator("button[data-action$='/delete']"));
            assertThat(notice).containsText(leader + " accepted");
            assertThat(job).hasCount(0);

            press(standbyCard.locator("button[data-action=drain]"));
            assertThat(notice).containsText(standby + " accepted");
            press(standbyCard.locator("button[data-action=cancel-drain]"));
            assertThat(notice).containsText("cancel the drain of " + standby);

            press(leaderCard.locator("button[data-action=drain]"));
            assertThat(standbyCard.locator(".role")).hasText("LEADER");
            assertThat(leaderCard.locator(".role")).hasText("STANDBY");
            assertThat(page.page.locator(".log-node_done").first()).containsText("drain, requested by 127.0.0.1");
            TestBrowser.screenshot(page.page, "nodes-3-after-drain");
            Accessibility.check(page.page);
        }
    }

    private static void press(Locator button) {
        button.click();
        button.click();
    }
}
