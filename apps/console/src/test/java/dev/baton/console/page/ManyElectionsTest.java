package dev.baton.console.page;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;

import dev.baton.console.RawStore;
import dev.baton.console.Watched;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** A thousand elections of ten instances each. How fast that is, the lab measures. */
class ManyElectionsTest {
    private static final int ELECTIONS = 1_000;
    private static final int INSTANCES = 10;

    @Test // FILE-12
    void oneOfAThousandIsFoundAndFollowed() {
        ScheduledExecutorService speakers = Executors.newSingleThreadScheduledExecutor();
        try (Watched watched = Watched.fileStore()) {
            String[] names = new String[ELECTIONS];
            for (int i = 0; i < ELECTIONS; i++) {
                names[i] = String.format("job-%04d", i);
            }
            watched.raw().elections(names);
            // They go on speaking: what was said once is no news after fifteen seconds, however slow the page is.
            AtomicInteger leader = new AtomicInteger();
            speakers.scheduleWithFixedDelay(() -> speak(watched, names, leader.get()), 0, 3, TimeUnit.SECONDS);
            Watched.await(
                    "all are known",
                    () -> watched.get("/api/elections").body().contains("\"job-0999\"")
                            && watched.get("/api/elections/job-0999").body().contains("i9"));
            try (ElectionPage page = ElectionPage.at(watched.url())) {
                assertThat(page.page.locator(".verdict")).hasText("All 1000 elections are led");
                page.page.locator(".scroll").evaluate("pane => pane.scrollTo(0, pane.scrollHeight)");
                assertThat(page.page.locator("li[data-election=job-0300]")).hasCount(1);
                page.page.locator("input[type=search]").fill("0777");
                assertThat(page.page.locator("li[data-election]")).hasCount(1);
                page.choose("job-0777");
                page.leads("job-0777", "i0");
                assertThat(page.page.locator("li.instance")).hasCount(INSTANCES);
                leader.set(1);
                page.leads("job-0777", "i1");
                TestBrowser.screenshot(page.page, "one-of-a-thousand");
            }
        } finally {
            speakers.shutdownNow();
        }
    }

    private static void speak(Watched watched, String[] names, int leader) {
        for (int i = 0; i < INSTANCES; i++) {
            List<String> lines = new ArrayList<>();
            for (String name : names) {
                lines.add(
                        i == leader
                                ? RawStore.leader(name, "i" + i, leader + 1, 0)
                                : RawStore.standby(name, "i" + i, 0));
            }
            watched.raw().roster("p" + i, lines);
        }
    }
}
