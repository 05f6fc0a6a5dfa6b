package dev.baton.lab.quorum;

import com.hivemq.client.mqtt.MqttGlobalPublishFilter;
import com.hivemq.client.mqtt.datatypes.MqttQos;
import com.hivemq.client.mqtt.mqtt5.Mqtt5AsyncClient;
import com.hivemq.client.mqtt.mqtt5.Mqtt5Client;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.TimeUnit;

/** Two bare clients of a broker, of which one returns every message of the other: the round trip of the broker itself. */
final class BrokerEcho implements AutoCloseable {
    /** As long as a frame of a member. */
    private static final byte[] MESSAGE = new byte[99];

    private static final String THERE = "echo/there";
    private static final String BACK = "echo/back";

    private final BlockingQueue<Boolean> returned = new ArrayBlockingQueue<>(10);
    private final Mqtt5AsyncClient one;
    private final Mqtt5AsyncClient other;

    BrokerEcho(int port) {
        one = connect(port, BACK, () -> returned.offer(true));
        other = connect(port, THERE, () -> returnMessage());
    }

    private static Mqtt5AsyncClient connect(int port, String topic, Runnable receiver) {
        Mqtt5AsyncClient client =
                Mqtt5Client.builder().serverHost("127.0.0.1").serverPort(port).buildAsync();
        client.publishes(MqttGlobalPublishFilter.ALL, message -> receiver.run());
        client.connect().join();
        client.subscribeWith()
                .topicFilter(topic)
                .qos(MqttQos.AT_MOST_ONCE)
                .send()
                .join();
        return client;
    }

    private void returnMessage() {
        send(other, BACK);
    }

    private static void send(Mqtt5AsyncClient client, String topic) {
        client.publishWith()
                .topic(topic)
                .qos(MqttQos.AT_MOST_ONCE)
                .payload(MESSAGE)
                .send();
    }

    /** Sends a message and returns the milliseconds until it is back. */
    double millis() throws InterruptedException {
        long from = System.nanoTime();
        send(one, THERE);
        if (returned.poll(10, TimeUnit.SECONDS) == null) {
            throw new IllegalStateException("the broker has not returned a message within 10 s");
        }
        return (System.nanoTime() - from) / 1e6;
    }

    @Override
    public void close() {
        one.disconnect().join();
        other.disconnect().join();
    }
}
