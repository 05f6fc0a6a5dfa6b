package dev.baton.examples.swarm;

import com.hivemq.client.mqtt.datatypes.MqttQos;
import com.hivemq.client.mqtt.mqtt5.Mqtt5AsyncClient;
import com.hivemq.client.mqtt.mqtt5.Mqtt5Client;
import java.util.function.Consumer;

/** The topic of the orders, on the broker that the election uses too. */
final class OrderChannel implements AutoCloseable {
    private static final String TOPIC = "swarm/orders";

    private final Mqtt5AsyncClient client;

    /** Connects to a broker on this machine. */
    OrderChannel(int port, Consumer<SwarmOrder> receiver) {
        client = Mqtt5Client.builder()
                .serverHost("127.0.0.1")
                .serverPort(port)
                .automaticReconnectWithDefaultConfig()
                .buildAsync();
        client.connect().join();
        client.subscribeWith()
                .topicFilter(TOPIC)
                .qos(MqttQos.AT_LEAST_ONCE)
                .callback(
                        message -> SwarmOrder.parse(message.getPayloadAsBytes()).ifPresent(receiver))
                .send()
                .join();
    }

    /** Sends an order. It does not wait: without contact to the broker, the order arrives whenever contact is back. */
    void send(SwarmOrder order) {
        client.publishWith()
                .topic(TOPIC)
                .qos(MqttQos.AT_LEAST_ONCE)
                .payload(order.toBytes())
                .send();
    }

    @Override
    public void close() {
        client.disconnect();
    }
}
