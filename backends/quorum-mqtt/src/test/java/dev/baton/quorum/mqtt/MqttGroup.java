package dev.baton.quorum.mqtt;

import dev.baton.BatonClock;
import dev.baton.spi.Backend;
import dev.baton.testkit.FaultProxy;
import dev.baton.testkit.GroupContractStore;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;

/** Three members, each with its own proxy to the broker. */
final class MqttGroup implements GroupContractStore.Group {
    static final List<String> IDS = List.of("n1", "n2", "n3");

    private final Mosquitto broker = new Mosquitto();
    private final Map<String, FaultProxy> proxies = new TreeMap<>();
    private final Path directory;
    private final String options;

    MqttGroup(String options) {
        this.options = options;
        try {
            directory = Files.createTempDirectory("mqtt");
            Files.writeString(directory.resolve("key"), "a secret cluster key\n");
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
        IDS.forEach(id -> proxies.put(id, FaultProxy.to("127.0.0.1", broker.port())));
    }

    Mosquitto broker() {
        return broker;
    }

    @Override
    public Path directory() {
        return directory;
    }

    FaultProxy proxy(String id) {
        return Objects.requireNonNull(proxies.get(id));
    }

    @Override
    public Collection<FaultProxy> proxies() {
        return proxies.values();
    }

    @Override
    public String url(String id) {
        return "mqtt://127.0.0.1:" + proxy(id).port() + "/swarm?self=" + id + "&members=n1,n2,n3&state="
                + directory.resolve(id) + "&key-file=" + directory.resolve("key") + options;
    }

    String observerUrl() {
        return "mqtt://127.0.0.1:" + broker.port() + "/swarm?members=n1,n2,n3&key-file=" + directory.resolve("key");
    }

    @Override
    public Backend open(String id, BatonClock clock) {
        return new MqttBackendProvider().open(url(id), clock);
    }

    @Override
    public List<String> ids() {
        return IDS;
    }

    @Override
    public void restart() {
        broker.restart();
    }

    @Override
    public void close() {
        proxies.values().forEach(FaultProxy::close);
        broker.close();
    }
}
