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
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One client of a broker, connected again whenever it was cut off. What comes waits in a queue of bounded length for
 * the thread of the member; what cannot be sent now is lost, as on any network.
 */
final class BrokerConnection implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger("dev.baton");
    private static final long TELL_EVERY = 60_000_000_000L;
    private static final int LONGEST_QUEUE = 8_192;
    private static final int MOST_UNCONFIRMED = 4_096;
    private static final int LONGEST_PAYLOAD = 70_000;
    private static final int KEEP_ALIVE_SECONDS = 5;
    private static final long PATIENCE_MILLIS = 1_000;

    private final BlockingQueue<BrokerMessage> arrivals = new LinkedBlockingQueue<>(LONGEST_QUEUE);
    private final AtomicInteger unconfirmed = new AtomicInteger();
    private final AtomicLong dropped = new AtomicLong();
    private final List<String> filters;
    private final BrokerAddress broker;
    private final Mqtt5AsyncClient client;
    private volatile long toldAt = System.nanoTime() - TELL_EVERY;
    private volatile boolean closed;

    /**
     * @param will what the broker publishes when the connection ends
     * @param filters the topics that are heard
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
        client.publishes(MqttGlobalPublishFilter.ALL, this::arrived);
    }

    private static MqttClientSslConfig tls(Optional<MemberCertificates> certificates) {
        MqttClientSslConfigBuilder builder = MqttClientSslConfig.builder().protocols(List.of("TLSv1.3", "TLSv1.2"));
        if (certificates.isPresent()) {
            builder = builder.trustManagerFactory(certificates.get().trust());
            if (certificates.get().keys().isPresent()) {
                builder = builder.keyManagerFactory(certificates.get().keys().get());
            }
        }
        return builder.build();
    }

    /** Tells, once a minute, why the broker cannot be used: it is tried again for ever. */
    private void disconnected(MqttClientDisconnectedContext gone) {
        if (closed) {
            gone.getReconnector().reconnect(false);
            return;
        }
        arrivals.offer(new BrokerMessage.Disconnected());
        long now = System.nanoTime();
        if (gone.getSource() != MqttDisconnectSource.USER && now - toldAt >= TELL_EVERY) {
            toldAt = now;
            LOG.warn("the broker {} is out of reach, and tried again: {}", broker, reason(gone.getCause()));
        }
    }

    private static String reason(Throwable cause) {
        if (cause instanceof Mqtt5ConnAckException refused) {
            return "it says " + refused.getMqttMessage().getReasonCode()
                    + "; check user, its password and what the broker lets this user do";
        }
        Throwable deepest = cause;
        while (deepest.getCause() != null) {
            deepest = deepest.getCause();
        }
        return String.valueOf(deepest.getMessage());
    }

    /** Connects for as long as it takes, in the background. */
    void open() {
        client.connectWith()
                .cleanStart(true)
                .sessionExpiryInterval(0)
                .keepAlive(KEEP_ALIVE_SECONDS)
                .send();
    }

    /** One that was closed while it was away from its broker must not come back as a member that nobody runs. */
    private void connected() {
        if (closed) {
            client.disconnect();
        } else {
            subscribe();
        }
    }

    private void subscribe() {
        CompletableFuture<?>[] all = filters.stream()
                .map(filter -> client.subscribeWith()
                        .topicFilter(filter)
                        .qos(MqttQos.EXACTLY_ONCE)
                        .send())
                .toArray(CompletableFuture[]::new);
        CompletableFuture.allOf(all).thenRun(() -> arrivals.offer(new BrokerMessage.Connected()));
    }

    private void arrived(Mqtt5Publish publish) {
        byte[] payload = publish.getPayloadAsBytes();
        BrokerMessage arrival = new BrokerMessage.Published(publish.getTopic().toString(), payload);
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
    BrokerMessage next(long nanos) {
        try {
            return nanos <= 0 ? arrivals.poll() : arrivals.poll(nanos, TimeUnit.NANOSECONDS);
        } catch (InterruptedException ended) {
            Thread.currentThread().interrupt();
            return null;
        }
    }

    void wakeUp() {
        arrivals.offer(new BrokerMessage.WakeUp());
    }

    /** How many arrivals found the queue full or were longer than anything a member writes. */
    long dropped() {
        return dropped.get();
    }

    /** Leaves, and has the broker tell the others at once. */
    @Override
    public void close() {
        closed = true;
        CompletableFuture<Boolean> left = new CompletableFuture<>();
        client.disconnectWith()
                .reasonCode(Mqtt5DisconnectReasonCode.DISCONNECT_WITH_WILL_MESSAGE)
                .send()
                .whenComplete((done, notConnected) -> left.complete(notConnected == null));
        left.completeOnTimeout(false, PATIENCE_MILLIS, TimeUnit.MILLISECONDS).join();
    }
}
