package dev.baton.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TokenFileTest {
    @TempDir
    Path directory;

    private final AtomicLong nanos = new AtomicLong();

    private void nextCheck() {
        nanos.addAndGet(Duration.ofSeconds(1).toNanos());
    }

    @Test // NODE-5
    void replacedTokenIsUsedWithoutARestart() throws IOException {
        Path file = Files.writeString(directory.resolve("token"), "first\n");
        TokenFile token = new TokenFile(file, nanos::get);
        assertThat(token.matches("Bearer first")).isTrue();
        Files.writeString(file, "the-second\n");
        nextCheck();
        assertThat(token.matches("Bearer first")).isFalse();
        assertThat(token.matches("Bearer the-second")).isTrue();
        assertThat(token.header()).isEqualTo("Bearer the-second");
    }

    @Test // FILE-12
    void tokenThatIsTooShortIsRefused() throws IOException {
        Path file = Files.writeString(directory.resolve("token"), "1234567\n");
        assertThat(TokenFile.in(file).matches("Bearer 1234567")).isTrue();
        assertThatThrownBy(() -> TokenFile.in(file, 8))
                .hasMessageContaining("at least 8")
                .hasMessageNotContaining("1234567");
    }

    @Test // NODE-5
    void lastTokenStaysValidWhileTheFileIsUnusable() throws IOException {
        Path file = Files.writeString(directory.resolve("token"), "first\n");
        TokenFile token = new TokenFile(file, nanos::get);
        Files.writeString(file, "");
        nextCheck();
        assertThat(token.matches("Bearer first")).isTrue();
        assertThat(token.matches("Bearer ")).isFalse();
        Files.delete(file);
        nextCheck();
        assertThat(token.matches("Bearer first")).isTrue();
        Files.writeString(file, "third\n");
        nextCheck();
        assertThat(token.matches("Bearer first")).isFalse();
        assertThat(token.matches("Bearer third")).isTrue();
    }
}
