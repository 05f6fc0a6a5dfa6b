package dev.baton.console.page;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Browser;
import com.microsoft.playwright.options.ColorScheme;
import dev.baton.console.TestConsole;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Nodes on the page: roles, epochs, jobs and agents. */
class NodeViewTest {

    @Test // NODE-4
    void showsRoleJobsAndAgentsOfANodeAndTheirChanges() throws IOException {
        FakeNode node = new FakeNode("n1");
        try (node;
                TestConsole console = TestConsole.withNodes(List.of(node.url()));
                ElectionPage page = ElectionPage.at(console.url() + "/#/nodes")) {
            var card = page.page.locator("[data-node=n1]");
            assertThat(card.locator(".role")).hasText("STANDBY");
            assertThat(card).containsText("resize");
            assertThat(card).containsText("n1-worker");
            assertThat(card).containsText(FakeNode.MARKUP);
            assertThat(card.locator("tr[data-job=j-2]")).containsText("Nov 10");
            assertThat(page.page.locator("img[src=x]")).hasCount(0);
            node.setRole("LEADER", 5);
            assertThat(card.locator(".role")).hasText("LEADER");
            assertThat(card).containsText("epoch 5");
            TestBrowser.screenshot(page.page, "nodes");
            Accessibility.check(page.page);
            node.pad(10_000_000);
            assertThat(card).containsText("Incomplete: the response to /v1/jobs?newest=true&limit=50 is longer than");
            node.setRole("STANDBY", 6);
            assertThat(card.locator(".role")).hasText("STANDBY");
            assertThat(card).containsText("resize");
            node.pad(0);
            assertThat(card.locator(".error")).hasCount(0);
            assertThat(console.get("/api/console").body()).doesNotContain("very-secret");
            assertThat(page.page.locator(".verdict")).not().containsText("unreachable");
            node.close();
            assertThat(card).containsText("Unreachable");
            assertThat(page.page.locator(".verdict.alarm")).containsText("1 of 1 nodes unreachable");
        }
    }

    @Test // NODE-4
    void showsNodesAtOnceWithoutStoresInDarkModeOnAPhone() throws IOException {
        var dark =
                new Browser.NewContextOptions().setColorScheme(ColorScheme.DARK).setViewportSize(390, 844);
        try (FakeNode node = new FakeNode("n1");
                TestConsole console = TestConsole.withNodesOnly(List.of(node.url(), "http://127.0.0.1:1"));
                ElectionPage page = new ElectionPage(TestBrowser.open(console.url(), dark))) {
            assertThat(page.page.locator("[data-node=n1]")).containsText("resize");
            assertThat(page.page.locator(".node")).hasCount(2);
            assertThat(page.page.locator(".verdict")).hasText("No reachable node leads, 1 of 2 unreachable");
            assertThat(page.page.locator("input[type=search]")).isHidden();
            assertThat(page.page.locator("[data-node='http://127.0.0.1:1']"))
                    .containsText("Unreachable: connection refused");
            assertThat(page.page.locator("[data-node='http://127.0.0.1:1']")).containsText("leader unknown");
            assertThat(page.page.locator("[data-node='http://127.0.0.1:1']"))
                    .not()
                    .containsText("None");
            assertThat(page.page.evaluate("document.documentElement.scrollWidth <= innerWidth"))
                    .isEqualTo(true);
            TestBrowser.screenshot(page.page, "phone-dark-nodes");
            Accessibility.check(page.page);
        }
    }
}
