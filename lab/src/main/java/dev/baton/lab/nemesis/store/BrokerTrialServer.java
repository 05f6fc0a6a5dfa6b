package dev.baton.lab.nemesis.store;

import dev.baton.lab.TrialDirectory;
import dev.baton.lab.quorum.MosquittoServer;
import java.io.IOException;

/** An MQTT broker. */
final class BrokerTrialServer implements TrialServer {
    private final MosquittoServer broker;

    BrokerTrialServer(TrialDirectory directory) throws IOException {
        broker = new MosquittoServer(directory);
    }

    @Override
    public int port() {
        return broker.port();
    }

    @Override
    public void kill() {
        broker.kill();
    }

    @Override
    public void stop() throws IOException {
        broker.signal("TERM");
    }

    @Override
    public void start() throws IOException {
        broker.start();
    }

    @Override
    public void signal(String name) throws IOException {
        broker.signal(name);
    }

    @Override
    public void close() {
        broker.close();
    }
}
