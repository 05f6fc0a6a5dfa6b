package dev.baton.console.page;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;

import com.microsoft.playwright.Route;
import dev.baton.Baton;
import dev.baton.CandidateSettings;
import dev.baton.console.HistoryLines;
import dev.baton.console.TestConsole;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Takes the screenshot for the documentation: six elections with a history and three candidates each. */
class ScreenshotTest {
    private static final List<String> ELECTIONS =
            List.of("billing", "cleanup", "index-builder", "nightly", "reports", "sessions");

    @Test // FILE-12
    void drawsElectionsWithHistory() {
        try (TestConsole console = TestConsole.onFileStore()) {
            console.raw()
                    .history(
                            "nightly",
                            new HistoryLines()
                                    .tenure("web-1", 3_500, 2_900, "shut_down")
                                    .tenure("web-2", 2_898, 2_200, "transferred")
                                    .tenure("web-3", 2_199, 1_300, "expired")
                                    .tenure("web-1", 1_240, 3, "resigned")
                                    .lines());
            console.raw()
                    .history(
                            "billing",
                            new HistoryLines()
                                    .tenure("web-2", 3_000, 1_800, "transferred")
                                    .lines());
            List<Baton> connections = new ArrayList<>();
            try (ElectionPage page = ElectionPage.at(console.url())) {
                page.page.route("**/api/console", route -> {
                    String text = route.fetch().text().replace(console.storeUrl(), "file:/var/lib/myapp/baton");
                    route.fulfill(new Route.FulfillOptions().setBody(text).setContentType("application/json"));
                });
                page.page.reload();
                for (String id : List.of("web-2", "web-1", "web-3")) {
                    Baton baton = Baton.connect(console.storeUrl());
                    connections.add(baton);
                    for (String election : ELECTIONS) {
                        baton.election(election)
                                .candidate(CandidateSettings.builder()
                                        .instanceId(id)
                                        .build())
                                .start();
                    }
                    if (id.equals("web-2")) {
                        page.leads("sessions", id);
                    }
                }
                TestConsole.await(
                        "all instances are live",
                        () -> console.instances("sessions").size() == 3);
                for (String election : List.of("cleanup", "sessions")) {
                    console.post("/api/elections/" + election + "/transfer", "{\"to\":\"web-3\"}");
                    page.leads(election, "web-3");
                }
                page.choose("nightly");
                assertThat(page.page.locator(".tenure")).hasCount(5);
                assertThat(page.page.locator(".gap")).not().hasCount(0);
                assertThat(page.page.locator("li.instance")).hasCount(3);
                TestBrowser.screenshot(page.page, "console");
                page.page.getByText("5 min").click();
                assertThat(page.page.locator(".tenure")).hasCount(2);
            } finally {
                connections.forEach(Baton::close);
            }
        }
    }
}
