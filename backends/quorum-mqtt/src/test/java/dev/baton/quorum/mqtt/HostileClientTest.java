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
import dev.baton.spi.Backend;
import dev.baton.testkit.GroupContractStore;
import dev.baton.testkit.TenureChecker;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Queue;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** A client with access to the broker and without the key publishes what it recorded and what it made up. */
class HostileClientTest {
    private static final Duration SOON = Duration.ofSeconds(30);
    /** A lease, and the time to deliver what the broker has queued, to connect and to elect. */
    private static final Duration LEADS_AGAIN = Duration.ofMillis(2_500).plusSeconds(10);

    private static final int MAX_RECORDED = 5_000;

    private final MqttGroup group = new MqttGroup("&heartbeat=200ms&lease=2500ms");
    private final TreeMap<String, Backend> members = new TreeMap<>();
    private final Queue<Mqtt5Publish> recorded = new ConcurrentLinkedQueue<>();
    private final Mqtt5BlockingClient attacker = Mqtt5Client.builder()
            .identifier("attacker")
            .serverHost("127.0.0.1")
            .serverPort(group.broker().port())
            .buildBlocking();
    private final long seed = System.nanoTime();
    private final Random random = new Random(seed);

    @BeforeEach
    void start() {
        System.out.println("seed " + seed + " HostileClientTest");
        attacker.toAsync().publishes(MqttGlobalPublishFilter.ALL, this::record);
        attacker.connect();
        attacker.subscribeWith()
                .topicFilter("#")
                .qos(MqttQos.EXACTLY_ONCE)
                .noLocal(true)
                .send();
        MqttGroup.IDS.forEach(this::open);
        GroupContractStore.awaitVoting(members.values());
    }

    @AfterEach
    void stop() {
        members.values().forEach(Backend::close);
        attacker.disconnect();
        group.close();
    }

    private void record(Mqtt5Publish message) {
        if (recorded.size() < MAX_RECORDED) {
            recorded.add(message);
        }
    }

    private void open(String id) {
        members.put(id, group.open(id, BatonClock.system()));
    }

    private void close(String id) {
        Objects.requireNonNull(members.remove(id)).close();
    }

    private void observeBriefly() {
        try (Baton observer = Baton.connect(group.observerUrl())) {
            await().atMost(SOON).until(() -> observer.election("job").leader().isPresent());
        }
    }

    @Test // QUORUM-8, QUORUM-12
    void attackForSecondsKeepsNobodyOutAfterwards() {
        attackFor(Duration.ofSeconds(3));
    }

    @Test // QUORUM-8, QUORUM-12
    @Tag("proof")
    void attackForAMinuteKeepsNobodyOutAfterwards() {
        attackFor(Duration.ofMinutes(1));
    }

    private void attackFor(Duration duration) {
        try (Baton first = Baton.connect(group.url("n1"));
                Baton second = Baton.connect(group.url("n2"))) {
            Candidate one = first.candidate("job");
            Candidate two = second.candidate("job");
            TenureChecker tenures = new TenureChecker();
            tenures.follow(one);
            tenures.follow(two);
            one.start();
            two.start();
            await().atMost(SOON).until(() -> one.isLeader() || two.isLeader());
            // Departed processes, whose handshakes and wills the attacker has.
            observeBriefly();
            close("n3");
            open("n3");
            GroupContractStore.awaitVoting(members.values());

            long end = System.nanoTime() + duration.toNanos();
            while (System.nanoTime() - end < 0) {
                attack();
            }

            await("a leader after the attack").atMost(LEADS_AGAIN).until(() -> one.isLeader() || two.isLeader());
            Candidate leader = one.isLeader() ? one : two;
            long epoch = leader.leadership().orElseThrow().epoch();
            observeBriefly();
            close("n3");
            open("n3");
            GroupContractStore.awaitVoting(members.values());
            assertThat(leader.leadership().map(held -> held.epoch())).contains(epoch);
            assertThat(tenures.overlapViolations()).as("two leaders at once").isEmpty();
            assertThat(tenures.epochViolations()).isEmpty();
        }
    }

    /** Publishes a round of recorded, changed, invented, oversized and retained messages. */
    private void attack() {
        for (Mqtt5Publish message : List.copyOf(recorded)) {
            byte[] payload = message.getPayloadAsBytes();
            publish(message.getTopic().toString(), payload, false);
            if (random.nextInt(10) == 0 && payload.length > 0) {
                payload[random.nextInt(payload.length)] ^= 1;
                publish(message.getTopic().toString(), payload, random.nextBoolean());
            }
        }
        for (String topic : List.of("hello", "gone", "to/n1/hello", "to/n1/packet/n2", "to/n2/note/n1")) {
            publish("coord/swarm/" + topic, new byte[random.nextInt(60_000)], random.nextBoolean());
            publish("coord/swarm/" + topic, new byte[1_000_000], true);
        }
    }

    private void publish(String topic, byte[] payload, boolean retain) {
        attacker.publishWith()
                .topic(topic)
                .payload(payload)
                .qos(MqttQos.AT_LEAST_ONCE)
                .retain(retain)
                .send();
    }
}
