package dev.baton.console.page;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;

import dev.baton.console.Watched;
import dev.baton.testkit.TestCandidateProcess;
import java.time.Duration;
import java.util.List;
import java.util.function.UnaryOperator;
import java.util.regex.Pattern;

/** The four scenes of the seed, and a death, in a real browser over three real processes. */
final class SeedScenes {
    /** Who plays. */
    static final List<String> CAST = List.of("a-one", "b-two", "c-three");

    private final String store;
    private final Watched watched;
    private final UnaryOperator<String> urlOf;

    /**
     * On one kind of store.
     *
     * @param store how the pictures are called
     * @param urlOf where each of the cast takes part
     */
    SeedScenes(String store, Watched watched, UnaryOperator<String> urlOf) {
        this.store = store;
        this.watched = watched;
        this.urlOf = urlOf;
    }

    void play() {
        try (ElectionPage page = ElectionPage.at(watched.url())) {
            assertThat(page.page.locator(".empty")).containsText("baton run");
            try (TestCandidateProcess a = enter(0)) {
                a.awaitEvent("acquired");
                alone(page);
                try (TestCandidateProcess b = enter(1);
                        TestCandidateProcess c = enter(2)) {
                    threeAndOneLeads(page, List.of(a, b, c));
                    menu(page);
                    theBatonMoves(page, b);
                    theLeaderIsKilled(page, b);
                }
            }
        }
    }

    private void alone(ElectionPage page) {
        page.leads("agent", "a-one");
        assertThat(page.instance("a-one")).isVisible();
        assertThat(page.menu()).hasCount(0);
        picture(page, "1-single-instance");
    }

    private void threeAndOneLeads(ElectionPage page, List<TestCandidateProcess> all) {
        assertThat(page.menu()).isVisible();
        for (TestCandidateProcess one : all) {
            assertThat(page.instance(one.instanceId())).containsText("seen");
        }
        page.leads("agent", "a-one");
        assertThat(page.page.locator("li.instance.leads")).hasCount(1);
        picture(page, "2-three-instances");
    }

    private void menu(ElectionPage page) {
        assertThat(page.makeLeader("a-one")).isDisabled();
        assertThat(page.makeLeader("b-two")).isEnabled();
        page.makeLeader("b-two").click();
        assertThat(page.makeLeader("b-two")).hasText("Press again");
        page.leads("agent", "a-one");
        picture(page, "3-menu");
    }

    private void theBatonMoves(ElectionPage page, TestCandidateProcess target) {
        page.makeLeader("b-two").click();
        target.awaitEvent("acquired");
        page.leads("agent", "b-two");
        assertThat(page.makeLeader("b-two")).isDisabled();
        assertThat(page.page.getByTestId("timeline").locator(".reign")).hasCount(2);
        assertThat(page.page.locator(".ends")).containsText("transferred");
        picture(page, "4-the-baton-moves");
    }

    private void theLeaderIsKilled(ElectionPage page, TestCandidateProcess leader) {
        leader.crash();
        assertThat(page.badge("agent")).hasAttribute("data-instance", Pattern.compile("a-one|c-three"));
        assertThat(page.page.getByTestId("timeline").locator(".reign")).hasCount(3);
        picture(page, "5-after-kill-9");
    }

    private void picture(ElectionPage page, String scene) {
        TestBrowser.screenshot(page.page, store + "-" + scene);
    }

    private TestCandidateProcess enter(int place) {
        String id = CAST.get(place);
        return TestCandidateProcess.start(urlOf.apply(id), "agent", id, Duration.ZERO);
    }
}
