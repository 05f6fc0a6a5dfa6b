package dev.baton.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class HostCheckTest {

    @Test // NODE-5, FILE-12
    void serverOnLoopbackAcceptsOnlyItsOwnNames() {
        HostCheck check = HostCheck.of("127.0.0.2", HostCheck.hostOf("https://Jobs.Example:8443/x"));
        assertThat(check.loopback()).isTrue();
        for (String own : new String[] {
            "localhost:8081", "LOCALHOST", "127.0.0.1", "127.0.0.2:1", "[::1]:8081", "jobs.example", "jobs.example:80"
        }) {
            assertThat(check.accepts(own)).as(own).isTrue();
        }
        for (String foreign :
                new String[] {"", "evil.example", "127.0.0.1.evil.example", "localhost.", "a b", "x@evil.example"}) {
            assertThat(check.accepts(foreign)).as(foreign).isFalse();
        }
        assertThat(check.accepts(null)).as("no browser").isTrue();
    }

    @Test // NODE-5, FILE-12
    void serverThatOthersReachAcceptsEveryName() {
        assertThat(HostCheck.of("0.0.0.0").accepts("any.example")).isTrue();
        assertThat(HostCheck.isLoopback("::1")).isTrue();
        assertThat(HostCheck.isLoopback("192.0.2.1")).isFalse();
        assertThatThrownBy(() -> HostCheck.of("no such host"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("no such host");
    }
}
