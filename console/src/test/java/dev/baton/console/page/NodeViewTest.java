package dev.baton.console.page;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;

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
            node.close();
            assertThat(shown).containsText("Out of reach");
        }
    }
}
