package dev.baton.lab.nemesis.store;

import dev.baton.lab.nemesis.fault.ProcessSignals;
import dev.baton.testkit.etcd.EtcdTestMember;
import java.io.IOException;

/** One member of an etcd cluster. */
record EtcdTrialServer(EtcdTestMember member) implements TrialServer {

    @Override
    public int port() {
        return member.port();
    }

    @Override
    public void kill() {
        member.kill();
    }

    @Override
    public void stop() {
        member.stop();
    }

    @Override
    public void start() {
        member.start();
    }

    @Override
    public void signal(String name) throws IOException {
        ProcessSignals.send(name, member.pid().stream().toList());
    }

    /** The cluster ends all members. */
    @Override
    public void close() {}
}
