package dev.baton.quorum.mqtt;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.hivemq.client.mqtt.MqttGlobalPublishFilter;
import com.hivemq.client.mqtt.datatypes.MqttQos;
import com.hivemq.client.mqtt.mqtt5.Mqtt5BlockingClient;
import com.hivemq.client.mqtt.mqtt5.Mqtt5Client;
import com.hivemq.client.mqtt.mqtt5.message.publish.Mqtt5Publish;
import dev.baton.Baton;
import dev.baton.BatonClock;
import dev.baton.Candidate;
import dev.baton.quorum.QuorumBackend;
import dev.baton.spi.Backend;
import dev.baton.testkit.GroupContractStore;
import dev.baton.testkit.TestCandidate;
import dev.baton.testkit.TestCandidateProcess;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Members that a real broker connects, with somebody else on the broker who means no good. */
class MqttTransportTest {
    private static final Duration SOON = Duration.ofSeconds(30);

    private final MqttGroup group = new MqttGroup("&heartbeat=200ms&lease=60s&codec=json");
    private final Map<String, Backend> members = new TreeMap<>();
    private final List<Mqtt5Publish> overheard = new CopyOnWriteArrayList<>();
    private final Mqtt5BlockingClient stranger = Mqtt5Client.builder()
            .identifier("stranger")
            .serverHost("127.0.0.1")
            .serverPort(group.broker().port())
            .buildBlocking();

    @BeforeEach
    void start() {
        stranger.toAsync().publishes(MqttGlobalPublishFilter.ALL, overheard::add);
        stranger.connect();
        stranger.subscribeWith().topicFilter("#").qos(MqttQos.EXACTLY_ONCE).send();
        MqttGroup.IDS.forEach(id -> members.put(id, group.open(id, BatonClock.system())));
        GroupContractStore.awaitFounded(members.values());
    }

    @AfterEach
    void stop() {
        members.values().forEach(Backend::close);
        stranger.disconnect();
        group.close();
    }

    private Candidate leading(Baton baton) {
        Candidate candidate = baton.candidate("job");
        candidate.start();
        await().atMost(SOON).until(candidate::isLeader);
        return candidate;
    }

    private void leave(String id) {
        Objects.requireNonNull(members.remove(id)).close();
    }

    private long rejected(String id, String cause) {
        return members.get(id) instanceof QuorumBackend backend
                ? backend.rejected().getOrDefault(cause, 0L)
                : 0;
    }

    @Test // QUORUM-8, QUORUM-12
    void whateverIsRepeatedKeptOrMadeUpIsRefusedAndTheLeaderGoesOnLeading() {
        try (Baton baton = Baton.connect(group.url("n1"))) {
            Candidate candidate = leading(baton);
            long epoch = candidate.leadership().orElseThrow().epoch();
            assertThat(overheard)
                    .allSatisfy(heard -> assertThat(heard.getTopic().toString()).startsWith("coord/swarm/"))
                    .allSatisfy(heard -> assertThat(heard.getQos()).isEqualTo(MqttQos.EXACTLY_ONCE));
            await().atMost(SOON)
                    .until(() -> overheard.stream()
                            .anyMatch(heard -> new String(heard.getPayloadAsBytes(), StandardCharsets.UTF_8)
                                    .contains("\"type\":\"Heartbeat\",\"election\":\"job\"")));
            List<Mqtt5Publish> recorded = List.copyOf(overheard);
            for (Mqtt5Publish message : recorded) {
                publish(message.getTopic().toString(), message.getPayloadAsBytes(), MqttQos.AT_MOST_ONCE, false);
                publish(message.getTopic().toString(), message.getPayloadAsBytes(), MqttQos.AT_LEAST_ONCE, true);
            }
            for (String topic : List.of("hello", "gone", "to/n1/packet/n2", "to/n1/json/n2", "to/n1/nonsense/n2")) {
                publish(
                        "coord/swarm/" + topic,
                        "{\"no\":\"sense\"}".getBytes(StandardCharsets.UTF_8),
                        MqttQos.EXACTLY_ONCE,
                        true);
                publish("coord/swarm/" + topic, new byte[80_000], MqttQos.EXACTLY_ONCE, false);
            }
            await().atMost(SOON)
                    .until(() -> rejected("n1", "unauthenticated") > 10 && rejected("n1", "malformed") >= 3);
            assertThat(candidate.leadership().orElseThrow().epoch()).isEqualTo(epoch);
            leave("n3");
            members.put("n3", group.open("n3", BatonClock.system()));
            GroupContractStore.awaitFounded(members.values());
            assertThat(rejected("n3", "unauthenticated"))
                    .as("what the broker kept is refused by a process that starts later")
                    .isPositive();
            assertThat(candidate.leadership().orElseThrow().epoch()).isEqualTo(epoch);
        }
    }

    private void publish(String topic, byte[] payload, MqttQos qos, boolean retain) {
        stranger.publishWith()
                .topic(topic)
                .payload(payload)
                .qos(qos)
                .retain(retain)
                .send();
    }

    @Test // QUORUM-8
    void aKilledLeaderIsSucceededLongBeforeItsLeaseEnds() {
        leave("n3");
        try (TestCandidate victim = TestCandidateProcess.start(group.url("n3"), "job", "n3", Duration.ofSeconds(59));
                Baton baton = Baton.connect(group.url("n1"))) {
            await().atMost(SOON).until(() -> victim.standing().leader());
            Candidate candidate = baton.candidate("job");
            candidate.start();
            victim.crash();
            await().atMost(SOON).until(candidate::isLeader);
        }
    }

    @Test // QUORUM-8
    void anEndedConnectionOfALivingLeaderFreesNothing() throws Exception {
        leave("n3");
        try (TestCandidate leader = TestCandidateProcess.start(group.url("n3"), "job", "n3", Duration.ofSeconds(59));
                Baton baton = Baton.connect(group.url("n1"))) {
            await().atMost(SOON).until(() -> leader.standing().leader());
            Candidate candidate = baton.candidate("job");
            candidate.start();
            int wills = wills();
            group.way("n3").reset();
            await().atMost(SOON).until(() -> wills() > wills);
            assertThat(candidate.awaitLeadership(Duration.ofSeconds(2))).isEmpty();
        }
    }

    private int wills() {
        return (int) overheard.stream()
                .filter(heard -> heard.getTopic().toString().equals("coord/swarm/gone"))
                .count();
    }

    @Test // QUORUM-8, API-7
    void whoeverHasTheKeyMayLookOnThroughTheBroker() throws Exception {
        try (Baton baton = Baton.connect(group.url("n1"));
                Baton observer = Baton.connect(group.observerUrl())) {
            leading(baton);
            await().atMost(SOON)
                    .until(() -> observer.election("job")
                            .leader()
                            .filter(leader -> leader.instanceId().equals("n1"))
                            .isPresent());
            assertThat(observer.elections()).contains("job");
            assertThat(observer.backend().selfTest()).allMatch(check -> check.ok());
        }
    }
}
