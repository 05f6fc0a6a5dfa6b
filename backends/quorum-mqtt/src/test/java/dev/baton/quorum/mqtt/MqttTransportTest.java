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

/** Members connected through a real broker, with an attacker on the broker. */
class MqttTransportTest {
    private static final Duration SOON = Duration.ofSeconds(30);

    private final MqttGroup group = new MqttGroup("&heartbeat=200ms&lease=60s&codec=json");
    private final Map<String, Backend> members = new TreeMap<>();
    private final List<Mqtt5Publish> captured = new CopyOnWriteArrayList<>();
    private final Mqtt5BlockingClient attacker = Mqtt5Client.builder()
            .identifier("attacker")
            .serverHost("127.0.0.1")
            .serverPort(group.broker().port())
            .buildBlocking();

    @BeforeEach
    void start() {
        attacker.toAsync().publishes(MqttGlobalPublishFilter.ALL, captured::add);
        attacker.connect();
        attacker.subscribeWith().topicFilter("#").qos(MqttQos.EXACTLY_ONCE).send();
        MqttGroup.IDS.forEach(id -> members.put(id, group.open(id, BatonClock.system())));
        GroupContractStore.awaitVoting(members.values());
    }

    @AfterEach
    void stop() {
        members.values().forEach(Backend::close);
        attacker.disconnect();
        group.close();
    }

    private Candidate startLeader(Baton baton) {
        Candidate candidate = baton.candidate("job");
        candidate.start();
        await().atMost(SOON).until(candidate::isLeader);
        return candidate;
    }

    private void close(String id) {
        Objects.requireNonNull(members.remove(id)).close();
    }

    private long rejected(String id, String cause) {
        return members.get(id) instanceof QuorumBackend backend
                ? backend.rejected().getOrDefault(cause, 0L)
                : 0;
    }

    @Test // QUORUM-8, QUORUM-12
    void rejectsReplayedRetainedAndForgedMessagesWithoutChangeOfLeader() {
        try (Baton baton = Baton.connect(group.url("n1"))) {
            Candidate candidate = startLeader(baton);
            long epoch = candidate.leadership().orElseThrow().epoch();
            assertThat(captured)
                    .allSatisfy(
                            message -> assertThat(message.getTopic().toString()).startsWith("coord/swarm/"))
                    .allSatisfy(message -> assertThat(message.getQos()).isEqualTo(MqttQos.AT_MOST_ONCE));
            await().atMost(SOON)
                    .until(() -> captured.stream()
                            .anyMatch(message -> new String(message.getPayloadAsBytes(), StandardCharsets.UTF_8)
                                    .contains("\"type\":\"Heartbeat\",\"election\":\"job\"")));
            List<Mqtt5Publish> recorded = List.copyOf(captured);
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
            assertThat(rejected("n1", "malformed"))
                    .as("the broker does not deliver messages that are too long")
                    .isLessThanOrEqualTo(5);
            assertThat(candidate.leadership().orElseThrow().epoch()).isEqualTo(epoch);
            close("n3");
            members.put("n3", group.open("n3", BatonClock.system()));
            GroupContractStore.awaitVoting(members.values());
            assertThat(rejected("n3", "unauthenticated") + rejected("n3", "malformed"))
                    .as("retained messages that a new process receives")
                    .isZero();
            assertThat(candidate.leadership().orElseThrow().epoch()).isEqualTo(epoch);
        }
    }

    private void publish(String topic, byte[] payload, MqttQos qos, boolean retain) {
        attacker.publishWith()
                .topic(topic)
                .payload(payload)
                .qos(qos)
                .retain(retain)
                .send();
    }

    @Test // QUORUM-8
    void replacesKilledLeaderLongBeforeItsLeaseEnds() {
        close("n3");
        try (TestCandidate victim = TestCandidateProcess.start(group.url("n3"), "job", "n3", Duration.ofSeconds(59));
                Baton baton = Baton.connect(group.url("n1"))) {
            await().atMost(SOON).until(() -> victim.status().leader());
            Candidate candidate = baton.candidate("job");
            candidate.start();
            victim.crash();
            await().atMost(SOON).until(candidate::isLeader);
        }
    }

    @Test // QUORUM-8
    void endedConnectionOfRunningLeaderDoesNotEndItsLease() throws Exception {
        close("n3");
        try (TestCandidate leader = TestCandidateProcess.start(group.url("n3"), "job", "n3", Duration.ofSeconds(59));
                Baton baton = Baton.connect(group.url("n1"))) {
            await().atMost(SOON).until(() -> leader.status().leader());
            Candidate candidate = baton.candidate("job");
            candidate.start();
            int wills = wills();
            group.proxy("n3").reset();
            await().atMost(SOON).until(() -> wills() > wills);
            assertThat(candidate.awaitLeadership(Duration.ofSeconds(2))).isEmpty();
        }
    }

    private int wills() {
        return (int) captured.stream()
                .filter(message -> message.getTopic().toString().equals("coord/swarm/gone"))
                .count();
    }

    @Test // QUORUM-8, API-7
    void observerWithKeySeesLeaderThroughBroker() throws Exception {
        try (Baton baton = Baton.connect(group.url("n1"));
                Baton observer = Baton.connect(group.observerUrl())) {
            startLeader(baton);
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
