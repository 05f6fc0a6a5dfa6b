package dev.baton.console.page;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;

import com.microsoft.playwright.Browser;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.Route;
import com.microsoft.playwright.options.ReducedMotion;
import dev.baton.console.FixedConsole;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** The page in a browser whose clock, time zone, language and fonts are always the same. */
final class FixedPage {
    /** The only fonts that every Debian with Chromium has, unless others replace them: the package fonts-dejavu-core. */
    private static final String STYLE = """

            * { font-family: "DejaVu Sans", sans-serif !important; caret-color: transparent !important; }
            code, pre { font-family: "DejaVu Sans Mono", monospace !important; }
            * { transition: none !important; animation: none !important; }
            .row .age { color: transparent !important; }
            """;

    private static final Path FONT = Path.of("/usr/share/fonts/truetype/dejavu/DejaVuSans.ttf");

    /**
     * Ages are the only numbers that grow without news; here they stay as they arrived. A button stays armed, however long a
     * busy machine takes for the pictures.
     */
    private static final String CLOCK = """
            const RealDate = Date;
            globalThis.Date = class extends RealDate {
              constructor(...given) { super(...(given.length ? given : [NOW])); }
              static now() { return NOW; }
            };
            performance.now = () => 1_000;
            const realTimeout = setTimeout;
            globalThis.setTimeout = (action, ms) => (ms === 6_000 ? 0 : realTimeout(action, ms));
            """;

    private FixedPage() {}

    static ElectionPage open(FixedConsole console, MainView view) {
        if (!Files.exists(FONT)) {
            throw new AssertionError("the pictures need " + FONT + ": install fonts-dejavu-core");
        }
        Page page = TestBrowser.open(
                "about:blank",
                new Browser.NewContextOptions()
                        .setViewportSize(view.width, view.height)
                        .setReducedMotion(ReducedMotion.REDUCE)
                        .setPermissions(List.of("notifications"))
                        .setTimezoneId("UTC")
                        .setLocale("en-GB"));
        page.addInitScript(CLOCK.replace("NOW", String.valueOf(FixedConsole.now())));
        page.route(
                "**/console.css",
                route -> route.fulfill(new Route.FulfillOptions()
                        .setContentType("text/css")
                        .setBody(route.fetch().text() + STYLE)));
        page.navigate(console.url() + view.address);
        assertThat(page.locator(".link")).hasText("live");
        assertThat(page.locator(".list-pane li[data-election]")).hasCount(6);
        ElectionPage opened = new ElectionPage(page);
        view.arrange(opened, console);
        return opened;
    }
}
