package dev.baton.lab.quorum;

import dev.baton.lab.LineProtocol;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.UUID;
import java.util.logging.LogManager;
import org.apache.ratis.conf.RaftProperties;
import org.apache.ratis.grpc.GrpcConfigKeys;
import org.apache.ratis.protocol.RaftGroup;
import org.apache.ratis.protocol.RaftGroupId;
import org.apache.ratis.protocol.RaftGroupMemberId;
import org.apache.ratis.protocol.RaftPeer;
import org.apache.ratis.protocol.RaftPeerId;
import org.apache.ratis.server.RaftServer;
import org.apache.ratis.server.RaftServerConfigKeys;
import org.apache.ratis.server.storage.RaftStorage;
import org.apache.ratis.statemachine.impl.BaseStateMachine;

/**
 * A program that is a server of Apache Ratis with default settings: {@code ID DIRECTORY ID=HOST:PORT,…}. Sends
 * {@code acquired NANOS}.
 */
final class RatisPeer {
    private static final UUID GROUP = new UUID(7, 7);

    private RatisPeer() {}

    public static void main(String[] args) throws Exception {
        LogManager.getLogManager().reset(); // Libraries of Ratis log to the terminal.
        LineProtocol protocol = new LineProtocol();
        RaftPeerId self = RaftPeerId.valueOf(args[0]);
        Path directory = Path.of(args[1]);
        List<RaftPeer> peers = List.of(args[2].split(",", -1)).stream()
                .map(each -> each.split("=", -1))
                .map(each ->
                        RaftPeer.newBuilder().setId(each[0]).setAddress(each[1]).build())
                .toList();
        boolean isNew = !Files.exists(directory);
        Files.createDirectories(directory);
        RaftProperties properties = new RaftProperties();
        RaftServerConfigKeys.setStorageDir(properties, List.of(directory.toFile()));
        peers.stream().filter(peer -> peer.getId().equals(self)).forEach(peer -> {
            String address = peer.getAddress();
            GrpcConfigKeys.Server.setPort(properties, Integer.parseInt(address.substring(address.indexOf(':') + 1)));
        });
        try (RaftServer server = RaftServer.newBuilder()
                .setServerId(self)
                .setProperties(properties)
                .setGroup(RaftGroup.valueOf(RaftGroupId.valueOf(GROUP), peers))
                .setOption(isNew ? RaftStorage.StartupOption.FORMAT : RaftStorage.StartupOption.RECOVER)
                .setStateMachine(new BaseStateMachine() {
                    @Override
                    public void notifyLeaderChanged(RaftGroupMemberId member, RaftPeerId leader) {
                        if (self.equals(leader)) {
                            protocol.send("acquired " + System.nanoTime());
                        }
                    }
                })
                .build()) {
            server.start();
            protocol.runCommands(command -> {});
        }
    }
}
