package dev.baton.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class BearerTokenTest {
    @TempDir
    Path directory;

    @Test // NODE-5
    void matchesOnlyItsOwnSecret() throws IOException {
        BearerToken token = BearerToken.in(Files.writeString(directory.resolve("token"), " s3cret\n"));
        assertThat(token.matches(token.header())).isTrue();
        assertThat(token.matches("bearer  s3cret")).isTrue();
        assertThat(token.matches("Bearer s3cre")).isFalse();
        assertThat(token.matches("s3cret")).isFalse();
        assertThat(token.matches(null)).isFalse();
        assertThat(token.matches(BearerToken.random().header())).isFalse();
    }

    @Test // NODE-5
    void refusesAFileWithoutExactlyOneToken() throws IOException {
        for (String content : new String[] {"", "\n", "two words", "ümlaut"}) {
            Path file = Files.writeString(directory.resolve("bad"), content);
            assertThatThrownBy(() -> BearerToken.in(file))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining(file.toString());
        }
        assertThatThrownBy(() -> BearerToken.in(directory.resolve("missing"))).isInstanceOf(UncheckedIOException.class);
    }
}
