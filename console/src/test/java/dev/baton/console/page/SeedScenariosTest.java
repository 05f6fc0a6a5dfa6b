package dev.baton.console.page;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;

import dev.baton.console.Watched;
import dev.baton.testkit.ContestantProcess;
import java.time.Duration;
import java.util.List;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;

/** The four scenes of the seed, and a death, in a real browser over real processes. */
class SeedScenariosTest {

    @Test // FILE-12 API-8
    void onALockFile() {
        play("file", Watched::fileStore);
    }

    @Test // FILE-12 API-8
    void onALease() {
        play("lease", Watched::leaseStore);
    }

    private static void play(String store, Supplier<Watched> start) {
        try (Watched watched = start.get();
                ElectionPage page = ElectionPage.at(watched.url())) {
            assertThat(page.page.getByText("No elections yet").first()).isVisible();
            try (ContestantProcess a = enter(watched, "a-one")) {
                a.awaitEvent("acquired");
                page.leads("agent", "a-one");
                assertThat(page.instance("a-one")).isVisible();
                assertThat(page.menu()).hasCount(0);
                TestBrowser.screenshot(page.page, store + "-1-single-instance");
                try (ContestantProcess b = enter(watched, "b-two");
                        ContestantProcess c = enter(watched, "c-three")) {
                    assertThat(page.menu()).isVisible();
                    for (ContestantProcess one : List.of(a, b, c)) {
                        assertThat(page.instance(one.instanceId())).containsText("seen");
                    }
                    page.leads("agent", "a-one");
                    TestBrowser.screenshot(page.page, store + "-2-three-instances");
                    assertThat(page.makeLeader("a-one")).isDisabled();
                    assertThat(page.makeLeader("b-two")).isEnabled();
                    page.makeLeader("b-two").click();
                    assertThat(page.makeLeader("b-two")).hasText("Press again");
                    page.leads("agent", "a-one");
                    TestBrowser.screenshot(page.page, store + "-3-menu");
                    page.makeLeader("b-two").click();
                    b.awaitEvent("acquired");
                    page.leads("agent", "b-two");
                    assertThat(page.makeLeader("b-two")).isDisabled();
                    assertThat(page.page.getByTestId("timeline").locator(".reign"))
                            .hasCount(2);
                    TestBrowser.screenshot(page.page, store + "-4-the-baton-moves");
                    b.crash();
                    assertThat(page.badge("agent"))
                            .hasAttribute("data-instance", java.util.regex.Pattern.compile("a-one|c-three"));
                    TestBrowser.screenshot(page.page, store + "-5-after-kill-9");
                }
            }
        }
    }

    private static ContestantProcess enter(Watched watched, String id) {
        return ContestantProcess.start(watched.storeUrl(), "agent", id, Duration.ZERO);
    }
}
