package dev.baton.console.page;

import com.microsoft.playwright.Browser;
import com.microsoft.playwright.BrowserContext;
import com.microsoft.playwright.BrowserType;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.Playwright;
import com.microsoft.playwright.assertions.PlaywrightAssertions;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/** The browser of all page tests: an installed Chromium. Nothing is downloaded. */
final class TestBrowser {
    static final Path SCREENSHOTS = Path.of("target", "screenshots");

    private static final List<String> PROGRAMS =
            List.of("/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome");
    private static final double TIMEOUT_MILLIS = 30_000;

    private static final Browser BROWSER = launch();

    private TestBrowser() {}

    private static Browser launch() {
        Path program = PROGRAMS.stream()
                .map(Path::of)
                .filter(Files::isExecutable)
                .findFirst()
                .orElseThrow(() -> new AssertionError("no browser for the page tests: none of " + PROGRAMS
                        + " exists; install one with apt-get install chromium (./verify does)"));
        Playwright playwright = Playwright.create(
                new Playwright.CreateOptions().setEnv(Map.of("PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD", "1")));
        Runtime.getRuntime().addShutdownHook(new Thread(playwright::close));
        PlaywrightAssertions.setDefaultAssertionTimeout(TIMEOUT_MILLIS);
        return playwright
                .chromium()
                .launch(new BrowserType.LaunchOptions()
                        .setExecutablePath(program)
                        // The browser's sandbox does not work for root, and the tests may run as root.
                        .setArgs(List.of("--no-sandbox", "--disable-dev-shm-usage")));
    }

    /** Opens an address in a new browser context. */
    static Page open(String url, Browser.NewContextOptions options) {
        BrowserContext context = BROWSER.newContext(options);
        context.setDefaultTimeout(TIMEOUT_MILLIS);
        Page page = context.newPage();
        page.navigate(url);
        return page;
    }

    static Page open(String url) {
        return open(url, new Browser.NewContextOptions().setViewportSize(1280, 800));
    }

    static void screenshot(Page page, String name) {
        page.screenshot(new Page.ScreenshotOptions().setPath(SCREENSHOTS.resolve(name + ".png")));
    }
}
