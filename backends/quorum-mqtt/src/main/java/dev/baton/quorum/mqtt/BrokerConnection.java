package dev.baton.quorum.mqtt;

import com.hivemq.client.mqtt.MqttClientSslConfig;
import com.hivemq.client.mqtt.MqttGlobalPublishFilter;
import com.hivemq.client.mqtt.datatypes.MqttQos;
import com.hivemq.client.mqtt.lifecycle.MqttClientDisconnectedContext;
import com.hivemq.client.mqtt.lifecycle.MqttDisconnectSource;
import com.hivemq.client.mqtt.mqtt5.Mqtt5AsyncClient;
import com.hivemq.client.mqtt.mqtt5.Mqtt5Client;
import com.hivemq.client.mqtt.mqtt5.Mqtt5ClientBuilder;
import com.hivemq.client.mqtt.mqtt5.exceptions.Mqtt5ConnAckException;
import com.hivemq.client.mqtt.mqtt5.message.disconnect.Mqtt5DisconnectReasonCode;
import com.hivemq.client.mqtt.mqtt5.message.publish.Mqtt5Publish;
import dev.baton.quorum.wire.MemberCertificates;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A connection to a broker, with automatic reconnection. Received messages wait in a bounded queue for the member's
 * thread. A message that cannot be sent immediately is lost, as on any network.
 */
final class BrokerConnection implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger("dev.baton");
    private static final long LOG_INTERVAL_NANOS = 60_000_000_000L;
    private static final int MAX_QUEUE = 8_192;
    private static final int MAX_UNCONFIRMED = 4_096;
    private static final int MAX_PAYLOAD = 70_000;
    private static final int KEEP_ALIVE_SECONDS = 5;
    private static final long DISCONNECT_TIMEOUT_MILLIS = 1_000;

    private final BlockingQueue<Consumer<MqttTransport>> events = new LinkedBlockingQueue<>(MAX_QUEUE);
    private final AtomicInteger unconfirmed = new AtomicInteger();
    private final List<String> filters;
    private final BrokerAddress broker;
    private final Mqtt5AsyncClient client;
    private volatile long loggedAt = System.nanoTime() - LOG_INTERVAL_NANOS;
    private volatile boolean closed;

    /**
     * Creates a connection that is not open.
     *
     * @param will the message that the broker publishes when the connection ends
     * @param filters the topics to subscribe to
     */
    BrokerConnection(BrokerAccess access, String identifier, String willTopic, byte[] will, List<String> filters) {
        this.filters = filters;
        this.broker = access.broker();
        Mqtt5ClientBuilder builder = Mqtt5Client.builder()
                .identifier(identifier)
                .serverHost(broker.host())
                .serverPort(broker.port());
        if (broker.secure()) {
            builder = builder.sslConfig(tls(access.certificates()));
        }
        if (access.login().isPresent()) {
            BrokerLogin login = access.login().get();
            builder = builder.simpleAuth()
                    .username(login.user())
                    .password(login.password())
                    .applySimpleAuth();
        }
        this.client = builder.automaticReconnect()
                .initialDelay(20, TimeUnit.MILLISECONDS)
                .maxDelay(500, TimeUnit.MILLISECONDS)
                .applyAutomaticReconnect()
                .addConnectedListener(connected -> connected())
                .addDisconnectedListener(this::disconnected)
                .willPublish()
                .topic(willTopic)
                .qos(MqttQos.EXACTLY_ONCE)
                .payload(will)
                .applyWillPublish()
                .buildAsync();
        client.publishes(MqttGlobalPublishFilter.ALL, this::received);
    }

    private static MqttClientSslConfig tls(Optional<MemberCertificates> certificates) {
        return MqttClientSslConfig.builder()
                .protocols(List.of("TLSv1.3", "TLSv1.2"))
                .trustManagerFactory(certificates.map(MemberCertificates::trust).orElse(null))
                .keyManagerFactory(
                        certificates.flatMap(MemberCertificates::keys).orElse(null))
                .build();
    }

    /** Logs the cause, at most once a minute. The client reconnects by itself. */
    private void disconnected(MqttClientDisconnectedContext context) {
        if (closed) {
            context.getReconnector().reconnect(false);
            return;
        }
        events.offer(MqttTransport::disconnected);
        long now = System.nanoTime();
        if (context.getSource() != MqttDisconnectSource.USER && now - loggedAt >= LOG_INTERVAL_NANOS) {
            loggedAt = now;
            LOG.warn("cannot connect to broker {}, and keeps trying: {}", broker, reason(context.getCause()));
        }
    }

    private static String reason(Throwable cause) {
        if (cause instanceof Mqtt5ConnAckException refused) {
            return "refused with " + refused.getMqttMessage().getReasonCode()
                    + "; check the user, the password and the access rules of the broker";
        }
        Throwable deepest = cause;
        while (deepest.getCause() != null) {
            deepest = deepest.getCause();
        }
        return String.valueOf(deepest.getMessage());
    }

    /** Starts to connect in the background, and retries until it succeeds. */
    void open() {
        client.connectWith()
                .cleanStart(true)
                .sessionExpiryInterval(0)
                .keepAlive(KEEP_ALIVE_SECONDS)
                .send();
    }

    /** A reconnection after {@link #close} must not show a member that does not run any more. */
    private void connected() {
        if (closed) {
            client.disconnect();
            return;
        }
        CompletableFuture<?>[] all = filters.stream()
                .map(filter -> client.subscribeWith()
                        .topicFilter(filter)
                        .qos(MqttQos.EXACTLY_ONCE)
                        .send())
                .toArray(CompletableFuture[]::new);
        CompletableFuture.allOf(all).thenRun(() -> events.offer(MqttTransport::connected));
    }

    /** Drops messages that are longer than any member sends, and all messages while the queue is full. */
    private void received(Mqtt5Publish publish) {
        byte[] payload = publish.getPayloadAsBytes();
        if (payload.length <= MAX_PAYLOAD) {
            events.offer(receiver -> receiver.published(publish.getTopic().toString(), payload));
        }
    }

    boolean isConnected() {
        return client.getState().isConnected();
    }

    /** Publishes a message. Returns false if the broker is not connected or has too many unconfirmed messages. */
    boolean publish(String topic, byte[] payload) {
        if (!isConnected() || unconfirmed.get() >= MAX_UNCONFIRMED) {
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

    /** Returns the next event; null if there is none within this time. */
    @Nullable
    Consumer<MqttTransport> next(long nanos) {
        try {
            return nanos <= 0 ? events.poll() : events.poll(nanos, TimeUnit.NANOSECONDS);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            return null;
        }
    }

    void wakeUp() {
        events.offer(receiver -> {});
    }

    /** Disconnects, and makes the broker publish the will at once. */
    @Override
    public void close() {
        closed = true;
        CompletableFuture<Boolean> disconnected = new CompletableFuture<>();
        client.disconnectWith()
                .reasonCode(Mqtt5DisconnectReasonCode.DISCONNECT_WITH_WILL_MESSAGE)
                .send()
                .whenComplete((done, notConnected) -> disconnected.complete(notConnected == null));
        disconnected
                .completeOnTimeout(false, DISCONNECT_TIMEOUT_MILLIS, TimeUnit.MILLISECONDS)
                .join();
    }
}
