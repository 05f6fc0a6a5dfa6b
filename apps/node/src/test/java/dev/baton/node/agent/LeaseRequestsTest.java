package dev.baton.node.agent;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import dev.baton.node.client.ControllerClient;
import dev.baton.node.client.ControllerReply;
import dev.baton.node.job.Labels;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class LeaseRequestsTest {

    private static boolean isFinal(int status) {
        return LeaseRequests.isFinal(new ControllerReply(status, Map.of(), "http://a"));
    }

    @ParameterizedTest // NODE-8
    @ValueSource(ints = {401, 403, 408, 429, 500, 502, 503})
    void resultIsSentAgainAfterAnAnswerThatCanChange(int status) {
        assertThat(isFinal(status)).isFalse();
    }

    @ParameterizedTest // NODE-8
    @ValueSource(ints = {400, 404, 409, 413})
    void resultIsNotSentAgainAfterAnAnswerAboutItself(int status) {
        assertThat(isFinal(status)).isTrue();
    }

    @Test // NODE-10
    void agentThatIsToldToReturnLaterDoesNotReturnWithinASecond() throws Exception {
        AtomicInteger answered = new AtomicInteger();
        HttpServer full = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        full.createContext("/", exchange -> {
            answered.incrementAndGet();
            exchange.sendResponseHeaders(429, -1);
            exchange.close();
        });
        full.start();
        try {
            String url = "http://127.0.0.1:" + full.getAddress().getPort();
            ControllerClient client = new ControllerClient(List.of(url), Optional.empty(), Optional.empty());
            LeaseRequests requests = new LeaseRequests(
                    new AgentSettings("w", Duration.ofSeconds(20), Optional.empty(), 1, Labels.NONE), client);
            long started = System.nanoTime();
            assertThat(requests.lease()).isEmpty();
            // The pause is the last thing that it does, so a slow machine only makes this longer.
            assertThat(Duration.ofNanos(System.nanoTime() - started)).isGreaterThanOrEqualTo(Duration.ofSeconds(1));
            assertThat(answered).hasValue(1);
        } finally {
            full.stop(0);
        }
    }
}
