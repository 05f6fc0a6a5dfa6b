package dev.baton.file.posix;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class PlatformTest {

    @Test // FILE-14
    void aSystemWithoutFlockIsRefused() {
        assertThatThrownBy(() -> Platform.requireFlock("Windows 11"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("flock(2)")
                .hasMessageContaining("Windows 11")
                .hasMessageContaining("another backend");
        Platform.requireFlock("Linux");
        Platform.requireFlock("Mac OS X");
    }
}
