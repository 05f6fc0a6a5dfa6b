package dev.baton.console.page;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Locator;
import dev.baton.console.FixedConsole;
import dev.baton.console.TestConsole;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** The buttons that a demonstration adds to the page. */
class DemoPageTest {

    @Test // FILE-12
    void buttonsInjectFaultsAndThePageShowsWhatFollowed() {
        RecordedFaults faults = new RecordedFaults();
        try (FixedConsole console = FixedConsole.start(List.of(), Optional.of(faults));
                ElectionPage page = ElectionPage.at(console.url())) {
            Locator report = page.page.locator(".faults [role=status]");
            assertThat(report).containsText("Cause a fault");
            page.page.getByText("Kill leader").click();
            page.page.getByText("Cut off leader").press("Enter");
            TestConsole.await("both requests have arrived", () -> faults.injected.equals(List.of("kill", "cut-off")));
            page.page.getByText("Freeze leader").click();
            assertThat(report).hasText("not now: demo-2 is starting");
            faults.report("demo-2 took over from demo-1 after 9ms, epoch 2");
            assertThat(report).hasText("demo-2 took over from demo-1 after 9ms, epoch 2");
            page.page.reload();
            assertThat(report).hasText("demo-2 took over from demo-1 after 9ms, epoch 2");
            Accessibility.check(page.page);
        }
    }

    @Test // FILE-12
    void everyFaultIsCausedWithTheKeyboard() {
        RecordedFaults faults = new RecordedFaults();
        try (FixedConsole console = FixedConsole.start(List.of(), Optional.of(faults));
                ElectionPage page = ElectionPage.at(console.url())) {
            assertThat(page.page.locator("[data-fault]")).hasCount(3);
            page.page.locator("[data-fault]").first().focus();
            page.page.keyboard().press("Enter");
            TestConsole.await("the kill has arrived", () -> faults.injected.equals(List.of("kill")));
            page.page.keyboard().press("Tab");
            page.page.keyboard().press("Enter");
            assertThat(page.page.locator(".faults [role=status]")).hasText("not now: demo-2 is starting");
            page.page.keyboard().press("Tab");
            page.page.keyboard().press("Space");
            TestConsole.await("the cut has arrived", () -> faults.injected.equals(List.of("kill", "cut-off")));
        }
    }

    @Test // FILE-12
    void otherConsolesOfferNoFaults() {
        try (TestConsole console = TestConsole.onFileStore();
                ElectionPage page = ElectionPage.at(console.url())) {
            assertThat(page.page.locator(".empty")).isVisible();
            Accessibility.check(page.page);
            assertThat(page.page.locator(".faults")).hasCount(0);
            assertThat(console.post("/api/faults/kill", "").statusCode()).isEqualTo(404);
        }
    }
}
