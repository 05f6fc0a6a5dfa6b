package dev.baton.file.posix;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class OperatingSystemTest {

    @Test // FILE-14
    void refusesSystemWithoutFlock() {
        assertThatThrownBy(() -> OperatingSystem.requireFlock("Windows 11"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("flock(2)")
                .hasMessageContaining("Windows 11")
                .hasMessageContaining("another backend");
        OperatingSystem.requireFlock("Linux");
        OperatingSystem.requireFlock("Mac OS X");
    }
}
