package dev.baton.console.page;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;

import dev.baton.console.TestConsole;
import dev.baton.testkit.TestCandidateProcess;
import java.time.Duration;
import java.util.List;
import java.util.function.UnaryOperator;
import java.util.regex.Pattern;

/** The scenario of the seed, with a killed leader at the end: a real browser and three real processes. */
final class SeedScenario {
    /** The instance ids of the processes. */
    static final List<String> IDS = List.of("a-one", "b-two", "c-three");

    private final String store;
    private final TestConsole console;
    private final UnaryOperator<String> urlOf;

    /**
     * Creates a scenario on a store.
     *
     * @param store the prefix of the screenshots
     * @param urlOf returns the store URL for an instance id
     */
    SeedScenario(String store, TestConsole console, UnaryOperator<String> urlOf) {
        this.store = store;
        this.console = console;
        this.urlOf = urlOf;
    }

    void run() {
        try (ElectionPage page = ElectionPage.at(console.url())) {
            assertThat(page.page.locator(".empty")).containsText("baton run");
            try (TestCandidateProcess a = start(0)) {
                a.awaitEvent("acquired");
                showsSingleInstance(page);
                try (TestCandidateProcess b = start(1);
                        TestCandidateProcess c = start(2)) {
                    showsThreeInstancesAndOneLeader(page, List.of(a, b, c));
                    firstPressOnlyArms(page);
                    secondPressTransfers(page, b);
                    killedLeaderIsReplaced(page, b);
                }
            }
        }
    }

    private void showsSingleInstance(ElectionPage page) {
        page.leads("agent", "a-one");
        assertThat(page.instance("a-one")).isVisible();
        assertThat(page.menu()).hasCount(0);
        screenshot(page, "1-single-instance");
    }

    private void showsThreeInstancesAndOneLeader(ElectionPage page, List<TestCandidateProcess> all) {
        assertThat(page.menu()).isVisible();
        for (TestCandidateProcess process : all) {
            assertThat(page.instance(process.instanceId())).containsText("seen");
        }
        page.leads("agent", "a-one");
        assertThat(page.page.locator("li.instance.leads")).hasCount(1);
        screenshot(page, "2-three-instances");
    }

    private void firstPressOnlyArms(ElectionPage page) {
        assertThat(page.makeLeader("a-one")).isDisabled();
        assertThat(page.makeLeader("b-two")).isEnabled();
        page.makeLeader("b-two").click();
        assertThat(page.makeLeader("b-two")).hasText("Press again");
        page.leads("agent", "a-one");
        screenshot(page, "3-menu");
    }

    private void secondPressTransfers(ElectionPage page, TestCandidateProcess target) {
        page.makeLeader("b-two").click();
        target.awaitEvent("acquired");
        page.leads("agent", "b-two");
        assertThat(page.makeLeader("b-two")).isDisabled();
        assertThat(page.page.getByTestId("timeline").locator(".tenure")).hasCount(2);
        assertThat(page.page.locator(".ends")).containsText("transferred");
        screenshot(page, "4-transferred");
    }

    private void killedLeaderIsReplaced(ElectionPage page, TestCandidateProcess leader) {
        leader.crash();
        assertThat(page.badge("agent")).hasAttribute("data-instance", Pattern.compile("a-one|c-three"));
        assertThat(page.page.getByTestId("timeline").locator(".tenure")).hasCount(3);
        screenshot(page, "5-after-kill-9");
    }

    private void screenshot(ElectionPage page, String step) {
        TestBrowser.screenshot(page.page, store + "-" + step);
    }

    private TestCandidateProcess start(int index) {
        String id = IDS.get(index);
        return TestCandidateProcess.start(urlOf.apply(id), "agent", id, Duration.ZERO);
    }
}
