package dev.baton.quorum.mqtt;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.hivemq.client.mqtt.MqttGlobalPublishFilter;
import com.hivemq.client.mqtt.mqtt5.Mqtt5BlockingClient;
import com.hivemq.client.mqtt.mqtt5.Mqtt5Client;
import com.hivemq.client.mqtt.mqtt5.message.publish.Mqtt5Publish;
import dev.baton.BatonClock;
import dev.baton.quorum.MemberList;
import dev.baton.quorum.QuorumBackend;
import dev.baton.spi.Backend;
import dev.baton.testkit.GroupContractStore;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.TreeMap;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Members that are replaced, doubled or cut off, and wills of connections that ended long ago. */
class MqttMembersTest {
    private static final Duration SOON = Duration.ofSeconds(30);

    private final MqttGroup group = new MqttGroup("&heartbeat=200ms&lease=1500ms");
    private final TreeMap<String, QuorumBackend> members = new TreeMap<>();
    private final List<Mqtt5Publish> wills = new CopyOnWriteArrayList<>();
    private final Mqtt5BlockingClient recorder = Mqtt5Client.builder()
            .serverHost("127.0.0.1")
            .serverPort(group.broker().port())
            .buildBlocking();

    @BeforeEach
    void start() {
        recorder.toAsync().publishes(MqttGlobalPublishFilter.ALL, wills::add);
        recorder.connect();
        recorder.subscribeWith().topicFilter("coord/swarm/gone").noLocal(true).send();
        MqttGroup.IDS.forEach(this::open);
        awaitVoting();
    }

    @AfterEach
    void stop() {
        members.values().forEach(Backend::close);
        recorder.disconnect();
        group.close();
    }

    private void open(String id) {
        members.put(id, (QuorumBackend) group.open(id, BatonClock.system()));
    }

    private QuorumBackend close(String id) {
        QuorumBackend member = Objects.requireNonNull(members.remove(id));
        member.close();
        return member;
    }

    private void awaitVoting() {
        GroupContractStore.awaitVoting(List.copyOf(members.values()));
    }

    private QuorumBackend member(String id) {
        return Objects.requireNonNull(members.get(id));
    }

    private long reached(String id) {
        try {
            MemberList list = member(id).members().toCompletableFuture().get(10, TimeUnit.SECONDS);
            return list.members().stream().filter(MemberList.Entry::reached).count();
        } catch (Exception failed) {
            throw new IllegalStateException(failed);
        }
    }

    @Test // QUORUM-7, QUORUM-8
    void memberWithANewDiskIsEnrolledAfterItWasRemovedAndAdded() throws Exception {
        close("n3");
        await().atMost(SOON).until(() -> change(() -> member("n1").remove("n3")));
        delete(group.directory().resolve("n3"));
        open("n3");
        await().atMost(SOON).until(() -> change(() -> member("n1").add("n3")));
        awaitVoting();
    }

    private interface Change {
        CompletionStage<MemberList> start();
    }

    /** Returns whether the change was made; it is refused while it is not possible yet. */
    private static boolean change(Change change) {
        try {
            change.start().toCompletableFuture().get(20, TimeUnit.SECONDS);
            return true;
        } catch (Exception refused) {
            return false;
        }
    }

    private static void delete(Path folder) throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            for (Path file : files.toList()) {
                Files.delete(file);
            }
        }
    }

    @Test // QUORUM-4, QUORUM-8
    void secondProcessWithTheNameOfALiveMemberIsRefused() {
        String twin = group.url("n3").replace("state=" + group.directory(), "state=" + group.directory() + "/twin-");
        try (CapturedLog log = new CapturedLog();
                Backend second = new MqttBackendProvider().open(twin, BatonClock.system())) {
            await().atMost(SOON)
                    .until(() -> member("n1").rejected().getOrDefault("mistaken", 0L) > 0
                            && member("n2").rejected().getOrDefault("mistaken", 0L) > 0);
            assertThat(second.selfTest()).anyMatch(check -> !check.ok());
            await("an error where it can be repaired")
                    .atMost(SOON)
                    .untilAsserted(() -> assertThat(log.text())
                            .containsPattern(
                                    "ERROR .*member=n3 is refused by member n[12]: another process with the name n3"));
            assertThat(reached("n3")).isEqualTo(3);
            assertThat(reached("n1")).isEqualTo(3);
        }
    }

    @Test // QUORUM-8, QUORUM-12
    void recordedWillDoesNotDisconnectTheNextConnection() {
        group.proxy("n3").reset();
        await().atMost(SOON).until(() -> !wills.isEmpty());
        await().atMost(SOON).until(() -> reached("n1") == 3 && reached("n2") == 3 && reached("n3") == 3);
        close("n2");
        open("n2");
        awaitVoting();
        List<Mqtt5Publish> recorded = List.copyOf(wills);
        assertThat(recorded).hasSizeGreaterThanOrEqualTo(2);
        await().atMost(SOON).during(Duration.ofSeconds(1)).until(() -> {
            recorded.forEach(will -> recorder.publishWith()
                    .topic(will.getTopic())
                    .payload(will.getPayloadAsBytes())
                    .send());
            return reached("n1") == 3 && reached("n2") == 3 && reached("n3") == 3;
        });
    }
}
