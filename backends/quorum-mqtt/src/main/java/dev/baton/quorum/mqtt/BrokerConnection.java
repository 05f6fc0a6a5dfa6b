package dev.baton.quorum.mqtt;

import com.hivemq.client.mqtt.MqttGlobalPublishFilter;
import com.hivemq.client.mqtt.datatypes.MqttQos;
import com.hivemq.client.mqtt.mqtt5.Mqtt5AsyncClient;
import com.hivemq.client.mqtt.mqtt5.Mqtt5Client;
import com.hivemq.client.mqtt.mqtt5.message.disconnect.Mqtt5DisconnectReasonCode;
import com.hivemq.client.mqtt.mqtt5.message.publish.Mqtt5Publish;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * One client of a broker, connected again whenever it was cut off. What comes waits in a queue of bounded length for
 * the thread of the member; what cannot be sent now is lost, as on any network.
 */
final class BrokerConnection implements AutoCloseable {
    private static final int LONGEST_QUEUE = 8_192;
    private static final int MOST_UNCONFIRMED = 4_096;
    private static final int LONGEST_PAYLOAD = 70_000;
    private static final int KEEP_ALIVE_SECONDS = 5;
    private static final long PATIENCE_MILLIS = 1_000;

    private final BlockingQueue<Arrival> arrivals = new LinkedBlockingQueue<>(LONGEST_QUEUE);
    private final AtomicInteger unconfirmed = new AtomicInteger();
    private final AtomicLong dropped = new AtomicLong();
    private final List<String> filters;
    private final Mqtt5AsyncClient client;

    /**
     * @param will what the broker publishes when the connection ends
     * @param filters the topics that are heard
     */
    BrokerConnection(Broker broker, String identifier, String willTopic, byte[] will, List<String> filters) {
        this.filters = filters;
        this.client = Mqtt5Client.builder()
                .identifier(identifier)
                .serverHost(broker.host())
                .serverPort(broker.port())
                .automaticReconnect()
                .initialDelay(20, TimeUnit.MILLISECONDS)
                .maxDelay(500, TimeUnit.MILLISECONDS)
                .applyAutomaticReconnect()
                .addConnectedListener(connected -> subscribe())
                .addDisconnectedListener(gone -> arrivals.offer(new Arrival.Disconnected()))
                .willPublish()
                .topic(willTopic)
                .qos(MqttQos.EXACTLY_ONCE)
                .payload(will)
                .applyWillPublish()
                .buildAsync();
        client.publishes(MqttGlobalPublishFilter.ALL, this::arrived);
    }

    /** Connects for as long as it takes, in the background. */
    void open() {
        client.connectWith()
                .cleanStart(true)
                .sessionExpiryInterval(0)
                .keepAlive(KEEP_ALIVE_SECONDS)
                .send();
    }

    private void subscribe() {
        CompletableFuture<?>[] all = filters.stream()
                .map(filter -> client.subscribeWith()
                        .topicFilter(filter)
                        .qos(MqttQos.EXACTLY_ONCE)
                        .send())
                .toArray(CompletableFuture[]::new);
        CompletableFuture.allOf(all).thenRun(() -> arrivals.offer(new Arrival.Connected()));
    }

    private void arrived(Mqtt5Publish publish) {
        byte[] payload = publish.getPayloadAsBytes();
        Arrival arrival = new Arrival.Published(publish.getTopic().toString(), payload);
        if (payload.length > LONGEST_PAYLOAD || !arrivals.offer(arrival)) {
            dropped.incrementAndGet();
        }
    }

    boolean isConnected() {
        return client.getState().isConnected();
    }

    /** Publishes, unless the broker is away or far behind; whether it was tried. */
    boolean publish(String topic, byte[] payload) {
        if (!isConnected() || unconfirmed.get() >= MOST_UNCONFIRMED) {
            return false;
        }
        unconfirmed.incrementAndGet();
        client.publishWith()
                .topic(topic)
                .qos(MqttQos.EXACTLY_ONCE)
                .payload(payload)
                .send()
                .whenComplete((done, failure) -> unconfirmed.decrementAndGet());
        return true;
    }

    /** The next arrival within this time. */
    @Nullable
    Arrival next(long nanos) {
        try {
            return nanos <= 0 ? arrivals.poll() : arrivals.poll(nanos, TimeUnit.NANOSECONDS);
        } catch (InterruptedException ended) {
            Thread.currentThread().interrupt();
            return null;
        }
    }

    void wakeUp() {
        arrivals.offer(new Arrival.WakeUp());
    }

    /** How many arrivals found the queue full or were longer than anything a member writes. */
    long dropped() {
        return dropped.get();
    }

    /** Leaves, and has the broker tell the others at once. */
    @Override
    public void close() {
        CompletableFuture<Boolean> left = new CompletableFuture<>();
        client.disconnectWith()
                .reasonCode(Mqtt5DisconnectReasonCode.DISCONNECT_WITH_WILL_MESSAGE)
                .send()
                .whenComplete((done, notConnected) -> left.complete(notConnected == null));
        left.completeOnTimeout(false, PATIENCE_MILLIS, TimeUnit.MILLISECONDS).join();
    }
}
