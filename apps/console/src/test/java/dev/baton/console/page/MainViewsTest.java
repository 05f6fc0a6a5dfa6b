package dev.baton.console.page;

import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.ColorScheme;
import dev.baton.console.FixedConsole;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * The main views as they look, in light and dark, and as screen readers read them, compared with files. After a change of
 * the page that is wanted, {@code -Dviews.update=true} writes the files.
 */
class MainViewsTest {
    private static final Path FILES = Path.of("src", "test", "resources", "views");
    private static final Path FAILED = Path.of("target", "views");
    private static final boolean UPDATE = Boolean.getBoolean("views.update");
    private static final String HINT =
            "If the change is wanted, write the files with -Dviews.update=true (CONTRIBUTING.md)";

    /** Changes that a person would see, each in one part of the page. */
    private static final List<String> PLANTED = List.of(
            ".detail-head button { visibility: hidden; }",
            ".badge { background: transparent; }",
            ".is-leaderless .dot { background: transparent; }",
            ".row .live { display: none; }",
            ".gap { fill: transparent; }",
            ".muted { opacity: .4; }",
            ".instance { padding-top: 12px; }",
            ".detail-head h2 { font-size: 12px; }");

    private static FakeNode node;
    private static FixedConsole console;
    private static FixedConsole demo;
    private static FixedConsole lost;

    @BeforeAll
    static void start() throws IOException {
        node = new FakeNode("n1");
        console = FixedConsole.start(List.of(node.url(), "http://127.0.0.1:1"), Optional.empty());
        demo = FixedConsole.start(List.of(), Optional.of(new RecordedFaults()));
        lost = FixedConsole.start(List.of(), Optional.empty());
    }

    @AfterAll
    static void stop() {
        lost.close();
        demo.close();
        console.close();
        node.close();
    }

    @ParameterizedTest // FILE-12
    @EnumSource
    void viewLooksAndReadsAsRecorded(MainView view) throws IOException {
        try (ElectionPage page = open(view)) {
            checkTree(view, page.page);
            for (ColorScheme scheme : List.of(ColorScheme.LIGHT, ColorScheme.DARK)) {
                if (UPDATE) {
                    picture(page.page, scheme).write(FILES.resolve(pictureName(view, scheme)));
                }
                List<String> differences = differences(view, page.page, scheme);
                assertThat(differences)
                        .as("%s in %s differs from the recorded picture; see %s. %s", view, scheme, FAILED, HINT)
                        .isEmpty();
            }
        }
    }

    @Test // FILE-12
    void plantedChangesOfThePageAreFound() {
        try (ElectionPage page = open(MainView.ELECTIONS)) {
            assertThat(differences(MainView.ELECTIONS, page.page, ColorScheme.LIGHT))
                    .isEmpty();
            for (String css : PLANTED) {
                page.page.evaluate("""
                        css => {
                          const sheet = new CSSStyleSheet();
                          sheet.replaceSync(css);
                          document.adoptedStyleSheets = [sheet];
                        }""", css);
                assertThat(picture(page.page, ColorScheme.LIGHT)
                                .differencesTo(recorded(MainView.ELECTIONS, ColorScheme.LIGHT)))
                        .as(css)
                        .isNotEmpty();
            }
        }
    }

    @Test // FILE-12
    void treeChangesIfAButtonLosesItsNameOrALiveRegionItsRole() {
        try (ElectionPage page = open(MainView.ELECTIONS)) {
            String before = tree(page.page);
            page.page.evaluate("document.querySelector('[data-testid=make-leader]').removeAttribute('aria-label')");
            String unnamed = tree(page.page);
            page.page.evaluate("document.querySelector('.verdict').removeAttribute('role')");
            assertThat(unnamed).isNotEqualTo(before);
            assertThat(tree(page.page)).isNotEqualTo(unnamed);
        }
    }

    private static ElectionPage open(MainView view) {
        return switch (view) {
            case DEMO -> FixedPage.open(demo, view);
            case LOST -> FixedPage.open(lost, view);
            default -> FixedPage.open(console, view);
        };
    }

    private static void checkTree(MainView view, Page page) throws IOException {
        String tree = tree(page);
        Path file = FILES.resolve(view.fileName() + ".yaml");
        if (UPDATE) {
            Files.createDirectories(FILES);
            Files.writeString(file, tree);
        }
        assertThat(tree).as("what screen readers read of %s. %s", view, HINT).isEqualTo(Files.readString(file));
    }

    /** Returns the tree for screen readers, without the ports of the nodes, and without what a slow machine makes older. */
    private static String tree(Page page) {
        return page.locator("body")
                        .ariaSnapshot()
                        .replaceAll("127\\.0\\.0\\.1:\\d{2,}", "127.0.0.1:PORT")
                        .replaceAll("contact with the store: \\d+ s", "contact with the store: N s")
                + "\n";
    }

    /** Returns where the page differs from the recorded picture. The ports of the nodes are covered. */
    private static List<String> differences(MainView view, Page page, ColorScheme scheme) {
        Picture shown = picture(page, scheme);
        List<String> differences = recorded(view, scheme).differencesTo(shown);
        if (!differences.isEmpty()) {
            shown.write(FAILED.resolve(pictureName(view, scheme)));
        }
        return differences;
    }

    private static Picture recorded(MainView view, ColorScheme scheme) {
        return Picture.read(FILES.resolve(pictureName(view, scheme)));
    }

    private static Picture picture(Page page, ColorScheme scheme) {
        page.emulateMedia(new Page.EmulateMediaOptions().setColorScheme(scheme));
        Locator ports = page.locator("[data-node] > p.muted");
        return Picture.ofScreenshot(page.screenshot(new Page.ScreenshotOptions().setMask(List.of(ports))));
    }

    private static String pictureName(MainView view, ColorScheme scheme) {
        return view.fileName() + "-" + scheme.name().toLowerCase(Locale.ROOT) + ".png";
    }
}
