package dev.baton.support.text;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class HomePathTest {

    @Test // API-1
    void userWithoutAnEntryHasTheHomeOfItsEnvironmentOrNone() {
        assertThat(HomePath.home("/home/me", "/other")).isEqualTo("/home/me");
        assertThat(HomePath.home("?", "/data")).isEqualTo("/data");
        assertThatThrownBy(() -> HomePath.home("?", null))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("no home directory");
    }

    @Test // API-1
    void expandsOnlyALeadingTilde() {
        assertThat(HomePath.expand("a/~/b")).isEqualTo("a/~/b");
        assertThat(HomePath.expand("~x")).isEqualTo("~x");
    }
}
