package dev.baton.quorum;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class QuorumUrlTest {
    private static final String MEMBER = "quorum://a@h:1?peers=b@h:2&key-file=k&state=s";

    @Test // QUORUM-1
    void readsTimingFromProfileAndParameters() {
        QuorumUrl seed = QuorumUrl.parse(MEMBER + "&profile=seed");
        assertThat(seed.timing().heartbeatEvery()).isEqualTo(Duration.ofSeconds(1));
        assertThat(seed.timing().lease()).isEqualTo(Duration.ofSeconds(10));
        QuorumUrl fast = QuorumUrl.parse(MEMBER + "&profile=fast");
        assertThat(fast.timing().heartbeatEvery()).isEqualTo(Duration.ofMillis(100));
        assertThat(fast.timing().lease()).isEqualTo(Duration.ofSeconds(1));
        QuorumUrl shorter = QuorumUrl.parse(MEMBER + "&profile=fast&lease=800ms&heartbeat=50ms");
        assertThat(shorter.timing()).isEqualTo(fast.timing().with(Duration.ofMillis(50), Duration.ofMillis(800)));
        assertThat(QuorumUrl.parse(MEMBER + "&lease=1m").timing().lease()).isEqualTo(Duration.ofMinutes(1));
        QuorumUrl precise = QuorumUrl.parse(MEMBER + "&heartbeat=0.2&lease=2500ms");
        assertThat(precise.timing().heartbeatEvery()).isEqualTo(Duration.ofMillis(200));
        assertThat(precise.timing().lease()).isEqualTo(Duration.ofMillis(2500));
    }

    @Test // QUORUM-4
    void urlWithoutMemberIsAnObserver() {
        assertThat(QuorumUrl.parse("quorum://?peers=b@h:2&key-file=k").isObserver())
                .isTrue();
        assertThat(QuorumUrl.parse(MEMBER).isObserver()).isFalse();
    }

    @Test // QUORUM-1, QUORUM-4
    void refusesInvalidUrlAndNamesTheProblem() {
        refuses("quorum://a@h:1?peers=b@h:2", "key-file is missing");
        refuses("quorum://a@h:1?peers=b@h:2&key-file=k", "state is missing");
        refuses("quorum://?key-file=k", "peers is missing");
        refuses("quorum://h:1?key-file=k&state=s", "no member name");
        refuses("quorum://a@h:1?peers=a@h:2&key-file=k&state=s", "one of its own peers");
        refuses("quorum://a@h:1?peers=b@h:2,b@h:3&key-file=k&state=s", "named twice");
        refuses("quorum://a@h:1?peers=b&key-file=k&state=s", "ID@HOST:PORT");
        refuses("quorum://a@h:1?peers=b@h:1x&key-file=k&state=s", "\"h:1x\" is not an address");
        refuses("quorum://a@h?peers=b@h:1&key-file=k&state=s", "\"h\" is not an address");
        refuses(MEMBER + "&advertise=h:99999", "is not an address");
        refuses(MEMBER + "&lease=1s", "unsafe timing");
        refuses(MEMBER + "&lease=soon", "lease=soon is not a duration");
        for (String trust : new String[] {"loopback", "never", "always"}) {
            refuses(MEMBER + "&trust=" + trust, "a closed or refused connection is never evidence");
        }
    }

    @Test // QUORUM-4
    void refusesUnknownParameterWithSuggestion() {
        refuses(MEMBER + "&colour=red", "the parameter colour is not known");
        refuses(MEMBER + "&leese=10s", "the parameter leese is not known; did you mean lease?");
        refuses("quorum://a@h:1?peers=b@h:2&state=s&keyfile=k", "did you mean key-file?");
    }

    private static void refuses(String url, String problem) {
        assertThatThrownBy(() -> QuorumUrl.parse(url))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining(problem);
    }
}
