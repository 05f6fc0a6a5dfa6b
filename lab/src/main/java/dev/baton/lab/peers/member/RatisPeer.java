package dev.baton.lab.peers.member;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.UUID;
import org.apache.ratis.conf.RaftProperties;
import org.apache.ratis.grpc.GrpcConfigKeys;
import org.apache.ratis.protocol.ClientId;
import org.apache.ratis.protocol.RaftClientReply;
import org.apache.ratis.protocol.RaftGroup;
import org.apache.ratis.protocol.RaftGroupId;
import org.apache.ratis.protocol.RaftGroupMemberId;
import org.apache.ratis.protocol.RaftPeer;
import org.apache.ratis.protocol.RaftPeerId;
import org.apache.ratis.protocol.TransferLeadershipRequest;
import org.apache.ratis.server.RaftServer;
import org.apache.ratis.server.RaftServerConfigKeys;
import org.apache.ratis.server.storage.RaftStorage;
import org.apache.ratis.statemachine.impl.BaseStateMachine;

/** A server of Apache Ratis with default settings. Its group is the election, whatever its name. */
public final class RatisPeer implements ElectionSystem {
    private static final RaftGroupId GROUP = RaftGroupId.valueOf(new UUID(7, 7));
    private static final long TRANSFER_MILLIS = 10_000;

    private final Path directory;
    private final RaftPeerId self;
    private final List<RaftPeer> peers;

    /** @param endpoint {@code DIRECTORY ID=HOST:PORT,…} */
    public RatisPeer(String endpoint, String id) {
        String[] words = endpoint.split(" ", 2);
        this.directory = Path.of(words[0]);
        this.self = RaftPeerId.valueOf(id);
        this.peers = Arrays.stream(words[1].split(",", -1))
                .map(each -> each.split("=", -1))
                .map(each ->
                        RaftPeer.newBuilder().setId(each[0]).setAddress(each[1]).build())
                .toList();
    }

    @Override
    public ElectionMember join(String election, Runnable acquired) throws IOException {
        boolean isNew = !Files.exists(directory);
        Files.createDirectories(directory);
        RaftServer server = RaftServer.newBuilder()
                .setServerId(self)
                .setProperties(properties())
                .setGroup(RaftGroup.valueOf(GROUP, peers))
                .setOption(isNew ? RaftStorage.StartupOption.FORMAT : RaftStorage.StartupOption.RECOVER)
                .setStateMachine(new BaseStateMachine() {
                    @Override
                    public void notifyLeaderChanged(RaftGroupMemberId member, RaftPeerId leader) {
                        if (self.equals(leader)) {
                            acquired.run();
                        }
                    }
                })
                .build();
        server.start();
        RaftServer.Division division = server.getDivision(GROUP);
        return new ElectionMember() {
            @Override
            public boolean leads() {
                return division.getInfo().isLeader();
            }

            @Override
            public void release() throws IOException {
                transfer(server);
            }
        };
    }

    private RaftProperties properties() {
        RaftProperties properties = new RaftProperties();
        RaftServerConfigKeys.setStorageDir(properties, List.of(directory.toFile()));
        peers.stream().filter(peer -> peer.getId().equals(self)).forEach(peer -> {
            String address = peer.getAddress();
            GrpcConfigKeys.Server.setPort(properties, Integer.parseInt(address.substring(address.indexOf(':') + 1)));
        });
        return properties;
    }

    private void transfer(RaftServer server) throws IOException {
        RaftPeerId next = peers.stream()
                .map(RaftPeer::getId)
                .filter(peer -> !peer.equals(self))
                .findFirst()
                .orElseThrow();
        RaftClientReply reply = server.transferLeadership(
                new TransferLeadershipRequest(ClientId.randomId(), self, GROUP, 1, next, TRANSFER_MILLIS));
        if (!reply.isSuccess()) {
            throw new IOException("transfer to " + next + " refused: " + reply);
        }
    }
}
