package dev.baton.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;

class FileUrlTest {

    @Test // API-1
    void makesPathAbsoluteAndExpandsHomeDirectory() {
        String home = System.getProperty("user.home");
        assertThat(FileUrl.parse("file:/var/lib/x")).isEqualTo(new FileUrl(Path.of("/var/lib/x"), false));
        assertThat(FileUrl.parse("file:///var/lib/x").directory()).isEqualTo(Path.of("/var/lib/x"));
        assertThat(FileUrl.parse("file:~/.baton").directory()).isEqualTo(Path.of(home, ".baton"));
        assertThat(FileUrl.parse("file:a/../b").directory())
                .isEqualTo(Path.of("b").toAbsolutePath());
    }

    @Test // FILE-3
    void acceptsOnlyOnUnreadableParameter() {
        assertThat(FileUrl.parse("file:/x?on-unreadable=lead").leadsOnUnreadable())
                .isTrue();
        assertThat(FileUrl.parse("file:/x?on-unreadable=observe").leadsOnUnreadable())
                .isFalse();
        for (String wrong : new String[] {"file:/x?on-unreadable=maybe", "file:/x?ttl=3", "file:", "file:?x"}) {
            assertThatThrownBy(() -> FileUrl.parse(wrong))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("file:DIR[?on-unreadable=observe|lead]");
        }
    }

    @Test // API-1
    void refusesTheNameOfAHost() {
        for (String url : new String[] {"file://host/x", "file://x", "file://localhost/x", "file://~/x"}) {
            assertThatThrownBy(() -> FileUrl.parse(url))
                    .as(url)
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContainingAll("host", "file:///DIR", "file:DIR");
        }
    }

    @Test // API-1
    void suggestsKnownParameterForMisspeltOne() {
        assertThatThrownBy(() -> FileUrl.parse("file:/x?on-unreadible=lead"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("did you mean on-unreadable?");
    }
}
