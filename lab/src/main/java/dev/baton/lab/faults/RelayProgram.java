package dev.baton.lab.faults;

import dev.baton.lab.LineProtocol;
import dev.baton.testkit.FaultProxy;
import java.net.InetSocketAddress;

/** A relay in front of a member, as a sidecar or a port forward is: {@code HOST MEMBER_HOST PORT}, with one port for both. */
public final class RelayProgram {

    private RelayProgram() {}

    public static void main(String[] args) throws Exception {
        int port = Integer.parseInt(args[2]);
        LineProtocol protocol = new LineProtocol();
        try (FaultProxy relay =
                FaultProxy.between(new InetSocketAddress(args[0], port), new InetSocketAddress(args[1], port))) {
            protocol.send("ready " + relay.port());
            protocol.runCommands(command -> {});
        }
    }
}
