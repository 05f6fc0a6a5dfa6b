package dev.baton.console.page;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;

import dev.baton.console.FixedConsole;
import java.util.Locale;

/** The views of the page whose pictures and trees for screen readers are kept. */
enum MainView {
    ELECTIONS(1280, 800, "") {
        @Override
        void arrange(ElectionPage page, FixedConsole console) {
            page.choose("nightly");
            assertThat(page.page.locator(".tenure")).hasCount(5);
        }
    },
    LEADERLESS(1280, 800, "") {
        @Override
        void arrange(ElectionPage page, FixedConsole console) {
            page.page.locator("[data-filter=leaderless]").click();
            assertThat(page.page.locator("article[data-election=cleanup] .tenure"))
                    .hasCount(1);
        }
    },
    TRANSFER(1280, 800, "") {
        @Override
        void arrange(ElectionPage page, FixedConsole console) {
            ELECTIONS.arrange(page, console);
            page.makeLeader("web-1").click();
            assertThat(page.makeLeader("web-1")).hasText("Press again");
        }
    },
    OVERVIEW(1280, 560, "/#/overview") {
        @Override
        void arrange(ElectionPage page, FixedConsole console) {
            assertThat(page.page.locator(".overview li")).hasCount(6);
        }
    },
    NODES(1280, 640, "/#/nodes") {
        @Override
        void arrange(ElectionPage page, FixedConsole console) {
            assertThat(page.page.locator("[data-node=n1]")).containsText("resize");
            assertThat(page.page.locator("[data-node='http://127.0.0.1:1']")).containsText("Unreachable");
        }
    },
    PHONE_LIST(390, 700, "") {
        @Override
        void arrange(ElectionPage page, FixedConsole console) {
            assertThat(page.page.locator(".list-pane li[data-election]")).hasCount(6);
        }
    },
    PHONE_ELECTION(390, 900, "") {
        @Override
        void arrange(ElectionPage page, FixedConsole console) {
            ELECTIONS.arrange(page, console);
        }
    },
    LOST(1280, 560, "") {
        @Override
        void arrange(ElectionPage page, FixedConsole console) {
            ELECTIONS.arrange(page, console);
            console.close();
            assertThat(page.page.getByTestId("connection-lost")).isVisible();
            assertThat(page.makeLeader("web-1")).isDisabled();
        }
    },
    DEMO(1280, 420, "") {
        @Override
        void arrange(ElectionPage page, FixedConsole console) {
            assertThat(page.page.locator("[data-fault]")).hasCount(3);
        }
    };

    final int width;
    final int height;
    final String address;

    MainView(int width, int height, String address) {
        this.width = width;
        this.height = height;
        this.address = address;
    }

    /** Brings the page into the state that is compared. */
    abstract void arrange(ElectionPage page, FixedConsole console);

    /** Returns the name of its files. */
    String fileName() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
