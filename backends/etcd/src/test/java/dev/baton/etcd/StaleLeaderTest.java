package dev.baton.etcd;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpServer;
import dev.baton.BatonClock;
import dev.baton.etcd.gateway.EtcdGateway;
import dev.baton.etcd.gateway.GatewaySettings;
import dev.baton.etcd.gateway.Transaction;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Answers to a keep-alive that must not count, from a server that answers what the test says. */
class StaleLeaderTest {
    private final Map<String, String> answers = new ConcurrentHashMap<>();
    private final List<EtcdLease> ended = new ArrayList<>();
    private final AtomicInteger requests = new AtomicInteger();
    private HttpServer server;
    private EtcdSession session;

    @BeforeEach
    void start() throws Exception {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/", exchange -> {
            requests.incrementAndGet();
            byte[] body = answers.getOrDefault(exchange.getRequestURI().getPath(), "{}")
                    .getBytes(StandardCharsets.UTF_8);
            exchange.sendResponseHeaders(200, body.length);
            exchange.getResponseBody().write(body);
            exchange.close();
        });
        server.start();
        answers.put("/v3/lease/grant", "{\"ID\":\"77\",\"TTL\":\"3\"}");
        answers.put("/v3/kv/txn", "{\"header\":{\"raft_term\":\"5\"},\"succeeded\":true}");
        EtcdGateway gateway = new EtcdGateway(new GatewaySettings(
                List.of(URI.create("http://127.0.0.1:" + server.getAddress().getPort())),
                Optional.empty(),
                Optional.empty(),
                Duration.ofSeconds(5)));
        session = new EtcdSession(gateway, EtcdOptions.of(Duration.ofSeconds(3)), BatonClock.system(), ended::add);
    }

    @AfterEach
    void stop() {
        server.stop(0);
    }

    private void keepAliveAnswers(String ttl, String term) {
        String remaining = ttl.equals("0") ? "" : ",\"TTL\":\"" + ttl + "\"";
        answers.put(
                "/v3/lease/keepalive",
                "{\"result\":{\"header\":{\"raft_term\":\"" + term + "\"},\"ID\":\"77\"" + remaining + "}}");
    }

    @Test // API-2
    void keepAliveOfTheCurrentTermCounts() {
        EtcdLease lease = session.open();
        long granted = session.renewed(lease).orElseThrow().nanos();
        keepAliveAnswers("3", "5");
        assertThat(session.renew(lease, Transaction.reading()).before()).isPresent();
        assertThat(session.renewed(lease).orElseThrow().nanos()).isGreaterThan(granted);
    }

    @Test // API-2
    void keepAliveOfAnEarlierTermDoesNotCount() {
        EtcdLease lease = session.open();
        long granted = session.renewed(lease).orElseThrow().nanos();
        keepAliveAnswers("3", "4");
        EtcdSession.Round round = session.renew(lease, Transaction.reading());
        assertThat(round.before()).isEmpty();
        assertThat(round.ended()).isFalse();
        assertThat(session.renewed(lease).orElseThrow().nanos()).isEqualTo(granted);
    }

    @Test // API-2
    void termThatChangedSinceTheAnswerBeforeDoesNotCountAtOnce() {
        answers.put("/v3/lease/grant", "{\"header\":{\"raft_term\":\"4\"},\"ID\":\"77\",\"TTL\":\"3\"}");
        EtcdLease lease = session.open();
        keepAliveAnswers("3", "5");
        int before = requests.get();
        assertThat(session.renew(lease, Transaction.reading()).before()).isPresent();
        // Two rounds, of a keep-alive and a check each: only the second one counts.
        assertThat(requests.get() - before).isEqualTo(4);
        assertThat(session.renew(lease, Transaction.reading()).before()).isPresent();
        assertThat(requests.get() - before).isEqualTo(6);
    }

    @Test // API-6
    void unknownLeaseOfAnEarlierTermIsNotAnEnd() {
        EtcdLease lease = session.open();
        keepAliveAnswers("0", "4");
        assertThat(session.renew(lease, Transaction.reading()).ended()).isFalse();
        assertThat(ended).isEmpty();
        keepAliveAnswers("0", "5");
        assertThat(session.renew(lease, Transaction.reading()).ended()).isTrue();
        assertThat(ended).containsExactly(lease);
        assertThat(session.lease()).isEmpty();
    }

    @Test // API-2
    void leaseShorterThanAskedIsRefused() {
        answers.put("/v3/lease/grant", "{\"ID\":\"77\",\"TTL\":\"2\"}");
        assertThatThrownBy(session::open).hasMessageContaining("a lease of 2 s, but ttl is 3 s");
    }
}
