package dev.baton.quorum.mqtt;

import com.hivemq.client.mqtt.MqttClientSslConfig;
import com.hivemq.client.mqtt.MqttClientSslConfigBuilder;
import com.hivemq.client.mqtt.MqttGlobalPublishFilter;
import com.hivemq.client.mqtt.datatypes.MqttQos;
import com.hivemq.client.mqtt.lifecycle.MqttClientDisconnectedContext;
import com.hivemq.client.mqtt.lifecycle.MqttDisconnectSource;
import com.hivemq.client.mqtt.mqtt5.Mqtt5AsyncClient;
import com.hivemq.client.mqtt.mqtt5.Mqtt5Client;
import com.hivemq.client.mqtt.mqtt5.Mqtt5ClientBuilder;
import com.hivemq.client.mqtt.mqtt5.exceptions.Mqtt5ConnAckException;
import com.hivemq.client.mqtt.mqtt5.lifecycle.Mqtt5ClientReconnector;
import com.hivemq.client.mqtt.mqtt5.message.connect.Mqtt5Connect;
import com.hivemq.client.mqtt.mqtt5.message.disconnect.Mqtt5DisconnectReasonCode;
import com.hivemq.client.mqtt.mqtt5.message.publish.Mqtt5Publish;
import com.hivemq.client.mqtt.mqtt5.message.subscribe.Mqtt5RetainHandling;
import dev.baton.support.tls.TlsCertificates;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A connection to a broker, with automatic reconnection. The broker is told to send no message that is longer than a
 * member's, and none that it retained. A message that cannot be sent immediately is lost, as on any network.
 */
final class BrokerConnection implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger("dev.baton");
    private static final long LOG_INTERVAL_NANOS = 60_000_000_000L;
    private static final int MAX_UNCONFIRMED = 4_096;
    private static final int MAX_UNCONFIRMED_BYTES = 4 << 20;
    private static final int MAX_PACKET = 70_000;
    private static final int KEEP_ALIVE_SECONDS = 5;
    /** A message that the broker could not deliver for this long is worthless. */
    private static final int EXPIRY_SECONDS = 10;

    private static final long DISCONNECT_TIMEOUT_MILLIS = 1_000;

    final BrokerEventQueue events = new BrokerEventQueue();
    final String identifier = "baton-" + Nonce.random().hex();
    private final AtomicInteger unconfirmed = new AtomicInteger();
    private final AtomicInteger unconfirmedBytes = new AtomicInteger();
    private final BrokerAddress broker;
    private final ConnectionPlan plan;
    private final MqttQos qos;
    private final Mqtt5AsyncClient client;
    private volatile Nonce connection = Nonce.NONE;
    private volatile long loggedAt = System.nanoTime() - LOG_INTERVAL_NANOS;
    private volatile boolean closed;

    /**
     * What a connection does.
     *
     * @param filters the topics to subscribe to
     * @param will the message that the broker publishes when the connection with this number ends
     * @param qos the quality of service of all messages
     */
    record ConnectionPlan(List<String> filters, String willTopic, Function<Nonce, byte[]> will, int qos) {}

    /** Creates a connection that is not open. Its identifier is secret, because its owner can end the connection. */
    BrokerConnection(BrokerAccess access, ConnectionPlan plan) {
        this.broker = access.broker();
        this.plan = plan;
        this.qos = Objects.requireNonNull(MqttQos.fromCode(plan.qos()));
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
                .buildAsync();
        client.publishes(MqttGlobalPublishFilter.ALL, this::received);
    }

    private static MqttClientSslConfig tls(Optional<TlsCertificates> certificates) {
        MqttClientSslConfigBuilder builder = MqttClientSslConfig.builder().protocols(List.of("TLSv1.3", "TLSv1.2"));
        if (certificates.isPresent()) {
            builder = builder.trustManagerFactory(certificates.get().trust());
            if (certificates.get().keys().isPresent()) {
                builder = builder.keyManagerFactory(certificates.get().keys().get());
            }
        }
        return builder.build();
    }

    /** Returns the request for a new connection, which has a new number and its own will. */
    private Mqtt5Connect request() {
        Nonce number = Nonce.random();
        connection = number;
        return Mqtt5Connect.builder()
                .cleanStart(true)
                .sessionExpiryInterval(0)
                .keepAlive(KEEP_ALIVE_SECONDS)
                .restrictions()
                .maximumPacketSize(MAX_PACKET)
                .applyRestrictions()
                .willPublish()
                .topic(plan.willTopic())
                .qos(qos)
                .payload(plan.will().apply(number))
                .applyWillPublish()
                .build();
    }

    /** Logs the cause, at most once a minute. The client reconnects by itself. */
    private void disconnected(MqttClientDisconnectedContext context) {
        if (closed) {
            context.getReconnector().reconnect(false);
            return;
        }
        events.add(BrokerEvents::disconnected);
        if (context.getReconnector() instanceof Mqtt5ClientReconnector reconnector) {
            reconnector.connect(request());
        }
        if (context.getSource() != MqttDisconnectSource.USER) {
            log("cannot connect to broker {}, and keeps trying: {}", reason(context.getCause()));
        }
    }

    private void log(String pattern, String reason) {
        long now = System.nanoTime();
        if (now - loggedAt >= LOG_INTERVAL_NANOS) {
            loggedAt = now;
            LOG.warn(pattern, broker, reason);
        }
    }

    /** Returns a text for people, also for errors without a message. */
    static String reason(Throwable cause) {
        if (cause instanceof Mqtt5ConnAckException refused) {
            return "refused with " + refused.getMqttMessage().getReasonCode()
                    + "; check the user, the password and the access rules of the broker";
        }
        Throwable deepest = cause;
        while (deepest.getCause() != null) {
            deepest = deepest.getCause();
        }
        String message = deepest.getMessage();
        return message == null ? deepest.getClass().getSimpleName() : message;
    }

    /** Starts to connect in the background, and retries until it succeeds. */
    void open() {
        client.connect(request());
    }

    /** A reconnection after {@link #close} must not show a member that does not run any more. */
    private void connected() {
        if (closed) {
            client.disconnect();
        } else {
            subscribe(connection);
        }
    }

    private void subscribe(Nonce number) {
        CompletableFuture<?>[] all = plan.filters().stream()
                .map(filter -> client.subscribeWith()
                        .topicFilter(filter)
                        .qos(qos)
                        .noLocal(true)
                        .retainHandling(Mqtt5RetainHandling.DO_NOT_SEND)
                        .send())
                .toArray(CompletableFuture[]::new);
        CompletableFuture.allOf(all).whenComplete((done, failure) -> {
            if (failure == null) {
                events.add(receiver -> receiver.connected(number));
            } else {
                log("broker {} refuses a subscription; check its access rules: {}", reason(failure));
            }
        });
    }

    /** Drops retained messages, and those that are longer than any member sends, if the broker sends them all the same. */
    private void received(Mqtt5Publish publish) {
        byte[] payload = publish.getPayloadAsBytes();
        if (!publish.isRetain() && payload.length <= MAX_PACKET) {
            events.addMessage(publish.getTopic().toString(), payload);
        }
    }

    boolean isConnected() {
        return client.getState().isConnected();
    }

    /** Publishes a message. Returns false if the broker is not connected or has too many unconfirmed messages. */
    boolean publish(String topic, byte[] payload) {
        if (!isConnected() || unconfirmed.get() >= MAX_UNCONFIRMED || unconfirmedBytes.get() > MAX_UNCONFIRMED_BYTES) {
            return false;
        }
        unconfirmed.incrementAndGet();
        unconfirmedBytes.addAndGet(payload.length);
        client.publishWith()
                .topic(topic)
                .qos(qos)
                .messageExpiryInterval(EXPIRY_SECONDS)
                .payload(payload)
                .send()
                .whenComplete((done, failure) -> {
                    unconfirmed.decrementAndGet();
                    unconfirmedBytes.addAndGet(-payload.length);
                });
        return true;
    }

    void wakeUp() {
        events.add(receiver -> {});
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
