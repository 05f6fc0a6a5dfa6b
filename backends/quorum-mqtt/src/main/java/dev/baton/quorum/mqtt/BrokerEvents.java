package dev.baton.quorum.mqtt;

/** Receives the events of a broker connection, on the member's thread. */
interface BrokerEvents {

    /** The broker is connected and delivers messages. */
    void connected(Nonce connection);

    void disconnected();

    void published(String topic, byte[] payload);
}
