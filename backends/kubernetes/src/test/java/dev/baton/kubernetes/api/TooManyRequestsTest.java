package dev.baton.kubernetes.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.baton.kubernetes.api.ScriptedApiServer.Reply;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** An API server that protects itself from too many requests. */
class TooManyRequestsTest {
    private static final Duration LONG = Duration.ofSeconds(30);
    private static final String LEASE =
            "{\"metadata\":{\"name\":\"nightly\",\"uid\":\"u\",\"resourceVersion\":\"7\"},\"spec\":{}}";

    private static Reply refusal(String retryAfter) {
        return new Reply(429, "{\"message\":\"too many requests\"}", Map.of("Retry-After", retryAfter));
    }

    @Test // API-1
    void requestIsRepeatedUntilItIsServed() throws Exception {
        try (ScriptedApiServer server =
                        new ScriptedApiServer(request -> request.number() < 4 ? refusal("0") : Reply.of(200, LEASE));
                KubeApi api = server.open(LONG)) {
            assertThat(api.get("nightly")).map(KubeObject::version).contains("7");
            assertThat(server.requests()).hasSize(4);
        }
    }

    @Test // API-1
    void writeIsRepeatedToo() throws Exception {
        try (ScriptedApiServer server =
                        new ScriptedApiServer(request -> request.number() < 3 ? refusal("0") : Reply.of(200, LEASE));
                KubeApi api = server.open(LONG)) {
            assertThat(api.replace(KubeObject.parse(LEASE)).version()).isEqualTo("7");
            assertThat(server.requests())
                    .hasSize(3)
                    .allMatch(request -> request.method().equals("PUT"));
        }
    }

    @Test // API-1
    void delayThatIsLongerThanTheRequestMayTakeIsNotWaitedFor() throws Exception {
        try (ScriptedApiServer server = new ScriptedApiServer(request -> refusal("3600"));
                KubeApi api = server.open(LONG)) {
            assertThatThrownBy(() -> api.get("nightly"))
                    .isInstanceOfSatisfying(
                            KubeException.class,
                            refused -> assertThat(refused.isRefusal()).isTrue())
                    .hasMessageContaining("429: too many requests");
            assertThat(server.requests()).hasSize(1);
        }
    }

    @Test // API-1
    void otherErrorsAreNotRepeated() throws Exception {
        try (ScriptedApiServer server = new ScriptedApiServer(request -> Reply.of(503, "{}"));
                KubeApi api = server.open(LONG)) {
            assertThatThrownBy(() -> api.get("nightly")).hasMessageContaining("503");
            assertThat(server.requests()).hasSize(1);
        }
    }

    @Test // API-1
    void delayFollowsTheServerAndEndsBeforeTheDeadline() {
        Duration left = Duration.ofSeconds(2);
        assertThat(RetryDelay.of(Optional.of("1"), 1, left)).contains(Duration.ofSeconds(1));
        assertThat(RetryDelay.of(Optional.of("2"), 1, left)).isEmpty();
        assertThat(RetryDelay.of(Optional.of("0"), 1, left)).contains(Duration.ofMillis(10));
        assertThat(RetryDelay.of(Optional.empty(), 1, left)).contains(Duration.ofMillis(100));
        assertThat(RetryDelay.of(Optional.of("Wed, 21 Oct 2026 07:28:00 GMT"), 3, left))
                .contains(Duration.ofMillis(400));
        assertThat(RetryDelay.of(Optional.empty(), 9, left)).isEmpty();
    }
}
