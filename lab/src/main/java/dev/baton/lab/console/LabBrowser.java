package dev.baton.lab.console;

import com.microsoft.playwright.Browser;
import com.microsoft.playwright.BrowserType;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.Playwright;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/** An installed Chromium in which pages of the console are measured. */
record LabBrowser(Playwright playwright, Browser browser) implements AutoCloseable {
    private static final Path PROGRAM = Path.of("/usr/bin/chromium");
    private static final int FIRST_PAGE = 20;

    static LabBrowser launch() throws IOException {
        if (!Files.isExecutable(PROGRAM)) {
            throw new IOException("this benchmark needs " + PROGRAM + "; install it: apt-get install chromium");
        }
        Playwright playwright = Playwright.create(
                new Playwright.CreateOptions().setEnv(Map.of("PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD", "1")));
        Browser browser = playwright
                .chromium()
                .launch(new BrowserType.LaunchOptions()
                        .setExecutablePath(PROGRAM)
                        .setArgs(List.of("--no-sandbox", "--disable-dev-shm-usage")));
        return new LabBrowser(playwright, browser);
    }

    Page newPage() {
        return browser.newPage();
    }

    /** Waits until a page shows the first rows of its list, and that all elections are known. */
    static void awaitList(Page page, int elections) {
        page.waitForFunction(
                "([badges, all]) => document.querySelectorAll('[data-testid=leader-badge]').length >= badges"
                        + " && document.querySelector('.verdict').textContent.includes(all)",
                List.of(Math.min(elections, FIRST_PAGE), Integer.toString(elections)));
    }

    @Override
    public void close() {
        playwright.close();
    }
}
