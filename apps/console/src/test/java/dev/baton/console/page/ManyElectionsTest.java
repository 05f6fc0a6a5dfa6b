package dev.baton.console.page;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;

import dev.baton.console.RawStore;
import dev.baton.console.StatusPublisher;
import dev.baton.console.TestConsole;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** The page with a thousand elections of ten instances each. The lab measures how fast it is. */
class ManyElectionsTest {
    private static final int INSTANCES = 10;
    private static final List<String> ELECTIONS = IntStream.range(0, 1_000)
            .mapToObj(i -> String.format("job-%04d", i))
            .toList();

    @Test // FILE-12
    void findsAndFollowsOneOfAThousandElections() {
        try (TestConsole console = TestConsole.onFileStore();
                StatusPublisher publisher = new StatusPublisher(console.raw())) {
            console.raw().elections(ELECTIONS.toArray(new String[0]));
            AtomicInteger leader = new AtomicInteger();
            publishAll(publisher, leader);
            TestConsole.await(
                    "all elections are known",
                    () -> console.get("/api/elections").body().contains("\"job-0999\"")
                            && console.get("/api/elections/job-0999").body().contains("i9"));
            try (ElectionPage page = ElectionPage.at(console.url())) {
                assertThat(page.page.locator(".verdict")).hasText("All 1000 elections have a leader");
                page.page.locator(".scroll").evaluate("pane => pane.scrollTo(0, pane.scrollHeight)");
                assertThat(page.page.locator("li[data-election=job-0999]")).hasCount(1);
                page.page.locator("input[type=search]").fill("0777");
                assertThat(page.page.locator("li[data-election]")).hasCount(1);
                page.choose("job-0777");
                page.leads("job-0777", "i0");
                assertThat(page.page.locator("li.instance")).hasCount(INSTANCES);
                leader.set(1);
                publishAll(publisher, leader);
                page.leads("job-0777", "i1");
                TestBrowser.screenshot(page.page, "one-of-a-thousand");
            }
        }
    }

    private static void publishAll(StatusPublisher publisher, AtomicInteger leader) {
        for (int i = 0; i < INSTANCES; i++) {
            int number = i;
            publisher.publish(
                    "p" + i,
                    () -> ELECTIONS.stream()
                            .map(name -> number == leader.get()
                                    ? RawStore.leader(name, "i" + number, number + 1, 0)
                                    : RawStore.standby(name, "i" + number, 0))
                            .toList());
        }
    }
}
