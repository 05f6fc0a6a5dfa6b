package dev.baton.quorum.mqtt;

import dev.baton.spi.Backend;
import dev.baton.spi.Check;
import dev.baton.spi.Clock;
import dev.baton.testkit.FaultProxy;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import org.awaitility.Awaitility;

/** Three members, each with a way of its own to one broker. */
final class MqttGroup implements AutoCloseable {
    static final List<String> IDS = List.of("n1", "n2", "n3");

    private final Mosquitto broker = new Mosquitto();
    private final Map<String, FaultProxy> ways = new TreeMap<>();
    private final Path directory;
    private final String options;

    MqttGroup(String options) {
        this.options = options;
        try {
            directory = Files.createTempDirectory("mqtt");
            Files.writeString(directory.resolve("key"), "a key that nobody guesses\n");
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
        IDS.forEach(id -> ways.put(id, FaultProxy.to("127.0.0.1", broker.port())));
    }

    Mosquitto broker() {
        return broker;
    }

    Path directory() {
        return directory;
    }

    FaultProxy way(String id) {
        return Objects.requireNonNull(ways.get(id));
    }

    Collection<FaultProxy> ways() {
        return ways.values();
    }

    String url(String id) {
        return "mqtt://127.0.0.1:" + way(id).port() + "/swarm?self=" + id + "&members=n1,n2,n3&state="
                + directory.resolve(id) + "&key-file=" + directory.resolve("key") + options;
    }

    String observerUrl() {
        return "mqtt://127.0.0.1:" + broker.port() + "/swarm?members=n1,n2,n3&key-file=" + directory.resolve("key");
    }

    Backend open(String id, Clock clock) {
        return new MqttBackendProvider().open(url(id), clock);
    }

    /** Waits until every member is known to a majority of the others: before that it does not vote. */
    static void awaitFounded(Collection<Backend> members) {
        Awaitility.await("all members vote")
                .atMost(Duration.ofSeconds(30))
                .until(() -> members.stream()
                        .allMatch(member -> member.selfTest().stream().allMatch(Check::ok)));
    }

    @Override
    public void close() {
        ways.values().forEach(FaultProxy::close);
        broker.close();
    }
}
