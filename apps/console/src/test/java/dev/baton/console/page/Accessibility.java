package dev.baton.console.page;

import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Page;
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
