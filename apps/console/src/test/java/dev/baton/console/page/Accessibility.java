package dev.baton.console.page;

import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Page;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** What axe-core says of a page as it is now. */
final class Accessibility {
    private static final String AXE = read("/META-INF/resources/webjars/axe-core/4.6.3/axe.min.js");

    private Accessibility() {}

    /** Fails where it finds a serious or critical violation. */
    static void check(Page page) {
        page.evaluate(AXE);
        Object found = page.evaluate("axe.run().then(result => result.violations"
                + ".filter(each => ['serious', 'critical'].includes(each.impact))"
                + ".map(each => each.id + ': '"
                + " + each.nodes.map(node => node.html + ' ' + node.failureSummary).join(' | ')))");
        assertThat((List<?>) found).isEqualTo(List.of());
    }

    private static String read(String name) {
        try (InputStream stream = Accessibility.class.getResourceAsStream(name)) {
            if (stream == null) {
                throw new AssertionError("axe-core is not on the class path as " + name);
            }
            return new String(stream.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }
}
