package dev.baton.console.page;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Browser;
import com.microsoft.playwright.options.ColorScheme;
import dev.baton.console.Watched;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Node controllers on the page: roles, epochs, jobs and agents. */
class NodeViewTest {

    @Test // NODE-4
    void theRoleOfANodeItsJobsAndItsAgentsAreShownAndFollowed() throws IOException {
        FakeNode node = new FakeNode("n1");
        try (node;
                Watched watched = Watched.withNodes(List.of(node.url()));
                ElectionPage page = ElectionPage.at(watched.url() + "/#/nodes")) {
            var shown = page.page.locator("[data-node=n1]");
            assertThat(shown.locator(".role")).hasText("STANDBY");
            assertThat(shown).containsText("resize");
            assertThat(shown).containsText("n1-worker");
            assertThat(shown).containsText(FakeNode.NASTY);
            assertThat(page.page.locator("img[src=x]")).hasCount(0);
            node.become("LEADER", 5);
            assertThat(shown.locator(".role")).hasText("LEADER");
            assertThat(shown).containsText("epoch 5");
            TestBrowser.screenshot(page.page, "nodes");
            Accessibility.check(page.page);
            node.flood(10_000_000);
            assertThat(shown)
                    .containsText("Not all could be read: /v1/jobs?newest=true&limit=50 was answered with more");
            node.become("STANDBY", 6);
            assertThat(shown.locator(".role")).hasText("STANDBY");
            assertThat(shown).containsText("resize");
            node.flood(0);
            assertThat(shown.locator(".trouble")).hasCount(0);
            assertThat(watched.get("/api/console").body()).doesNotContain("very-secret");
            node.close();
            assertThat(shown).containsText("Out of reach");
        }
    }

    @Test // NODE-4
    void aConsoleOfNodesAloneShowsThemAtOnceInTheDarkAndOnAPhone() throws IOException {
        var dark =
                new Browser.NewContextOptions().setColorScheme(ColorScheme.DARK).setViewportSize(390, 844);
        try (FakeNode node = new FakeNode("n1");
                Watched watched = Watched.onlyNodes(List.of(node.url(), "http://127.0.0.1:1"));
                ElectionPage page = new ElectionPage(TestBrowser.open(watched.url(), dark))) {
            assertThat(page.page.locator("[data-node=n1]")).containsText("resize");
            assertThat(page.page.locator(".node")).hasCount(2);
            assertThat(page.page.locator(".verdict")).hasText("No node leads, 1 of 2 out of reach");
            assertThat(page.page.locator("input[type=search]")).isHidden();
            assertThat(page.page.locator("[data-node='http://127.0.0.1:1']"))
                    .containsText("Out of reach: nobody answers there");
            assertThat(page.page.evaluate("document.documentElement.scrollWidth <= innerWidth"))
                    .isEqualTo(true);
            TestBrowser.screenshot(page.page, "phone-dark-nodes");
            Accessibility.check(page.page);
        }
    }
}
