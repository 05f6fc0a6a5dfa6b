package dev.baton.console.page;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;

/** The hooks of the page. */
final class ElectionPage implements AutoCloseable {
    final Page page;

    ElectionPage(Page page) {
        this.page = page;
    }

    static ElectionPage at(String url) {
        return new ElectionPage(TestBrowser.open(url));
    }

    Locator badge(String election) {
        return page.locator("[data-testid=leader-badge][data-election='" + election + "']");
    }

    Locator menu() {
        return page.getByTestId("leadership-menu");
    }

    Locator instance(String id) {
        return page.locator("li[data-instance='" + id + "']");
    }

    Locator makeLeader(String id) {
        return page.locator("[data-testid=make-leader][data-instance='" + id + "']");
    }

    void choose(String election) {
        page.locator("li[data-election='" + election + "'] a").click();
        assertThat(page.locator("article[data-election='" + election + "']")).isVisible();
    }

    void leads(String election, String id) {
        assertThat(badge(election)).hasCount(1);
        assertThat(badge(election)).hasAttribute("data-instance", id);
    }

    /** Presses Tab until a condition about the focused element is true. */
    void tabTo(String condition) {
        pressUntil("Tab", condition);
    }

    /** Presses Shift and Tab until a condition about the focused element is true. */
    void tabBackTo(String condition) {
        pressUntil("Shift+Tab", condition);
    }

    private void pressUntil(String key, String condition) {
        for (int i = 0; i < 40 && !Boolean.TRUE.equals(page.evaluate(condition)); i++) {
            page.keyboard().press(key);
        }
        assertThat(page.evaluate(condition)).as(condition).isEqualTo(true);
    }

    @Override
    public void close() {
        page.context().close();
    }
}
