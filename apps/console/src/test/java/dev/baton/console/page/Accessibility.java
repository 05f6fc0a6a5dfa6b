package dev.baton.console.page;

import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.ColorScheme;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** Checks the current state of a page with axe-core. */
final class Accessibility {
    private static final String AXE = read("/META-INF/resources/webjars/axe-core/4.6.3/axe.min.js");

    private Accessibility() {}

    /** Fails if there is a violation. */
    static void check(Page page) {
        page.evaluate(AXE);
        Object violations = page.evaluate("axe.run().then(result => result.violations"
                + ".map(violation => violation.id + ': '"
                + " + violation.nodes.map(node => node.html + ' ' + node.failureSummary).join(' | ')))");
        assertThat((List<?>) violations).isEqualTo(List.of());
    }

    /** Fails if a text has too little contrast in the present state of the page. */
    static void checkContrast(Page page, String state) {
        page.evaluate(AXE);
        Object violations = page.evaluate("axe.run({ runOnly: ['color-contrast'] }).then(result => result.violations"
                + ".flatMap(violation => violation.nodes.map(node => node.html + ' ' + node.failureSummary)))");
        assertThat((List<?>) violations).as(state).isEqualTo(List.of());
    }

    /** Checks a page in light and dark, and as wide as at a zoom of 200 %, where it must fit; takes a picture of each. */
    static void checkAllForms(Page page, String name) {
        form(page, name, ColorScheme.LIGHT);
        form(page, name + "-dark", ColorScheme.DARK);
        page.setViewportSize(640, 400);
        assertThat(page.evaluate("document.documentElement.scrollWidth <= innerWidth"))
                .as("fits at a zoom of 200 %")
                .isEqualTo(true);
        form(page, name + "-zoomed", ColorScheme.LIGHT);
        page.setViewportSize(1280, 800);
    }

    private static void form(Page page, String name, ColorScheme colours) {
        page.emulateMedia(new Page.EmulateMediaOptions().setColorScheme(colours));
        TestBrowser.screenshot(page, name);
        check(page);
    }

    private static String read(String name) {
        try (InputStream stream = Accessibility.class.getResourceAsStream(name)) {
            if (stream == null) {
                throw new AssertionError("the class path does not contain " + name);
            }
            return new String(stream.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }
}
