package dev.baton.console.page;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;

import com.microsoft.playwright.Route;
import dev.baton.Baton;
import dev.baton.CandidateSettings;
import dev.baton.console.Reigns;
import dev.baton.console.Watched;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The picture in the documents: six elections with a past, held by three processes. */
class PictureTest {
    private static final List<String> ELECTIONS =
            List.of("billing", "cleanup", "index-builder", "nightly", "reports", "sessions");

    @Test // FILE-12
    void electionsWithAPastAreDrawn() {
        try (Watched watched = Watched.fileStore()) {
            watched.raw()
                    .history(
                            "nightly",
                            new Reigns()
                                    .reign("web-1", 3_500, 2_900, "shut_down")
                                    .reign("web-2", 2_898, 2_200, "transferred")
                                    .reign("web-3", 2_199, 1_300, "expired")
                                    .reign("web-1", 1_240, 3, "resigned")
                                    .lines());
            watched.raw()
                    .history(
                            "billing",
                            new Reigns()
                                    .reign("web-2", 3_000, 1_800, "transferred")
                                    .lines());
            List<Baton> processes = new ArrayList<>();
            try (ElectionPage page = ElectionPage.at(watched.url())) {
                page.page.route("**/api/console", route -> {
                    String text = route.fetch().text().replace(watched.storeUrl(), "file:/var/lib/myapp/baton");
                    route.fulfill(new Route.FulfillOptions().setBody(text).setContentType("application/json"));
                });
                page.page.reload();
                for (String id : List.of("web-2", "web-1", "web-3")) {
                    Baton baton = Baton.connect(watched.storeUrl());
                    processes.add(baton);
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
                Watched.await(
                        "all are there", () -> watched.instances("sessions").size() == 3);
                for (String moved : List.of("cleanup", "sessions")) {
                    watched.post("/api/elections/" + moved + "/transfer", "{\"to\":\"web-3\"}");
                    page.leads(moved, "web-3");
                }
                page.choose("nightly");
                assertThat(page.page.locator(".reign")).hasCount(5);
                assertThat(page.page.locator(".gap")).not().hasCount(0);
                assertThat(page.page.locator("li.instance")).hasCount(3);
                TestBrowser.screenshot(page.page, "console");
                page.page.getByText("5 min").click();
                assertThat(page.page.locator(".reign")).hasCount(2);
            } finally {
                processes.forEach(Baton::close);
            }
        }
    }
}
