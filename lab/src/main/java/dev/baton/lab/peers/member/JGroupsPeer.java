package dev.baton.lab.peers.member;

import java.io.ByteArrayInputStream;
import java.io.DataInput;
import java.io.DataOutput;
import java.nio.charset.StandardCharsets;
import org.jgroups.JChannel;
import org.jgroups.protocols.raft.Role;
import org.jgroups.raft.RaftHandle;
import org.jgroups.raft.StateMachine;

/** A member of jgroups-raft on its default stack over TCP. Its cluster is the election. */
public final class JGroupsPeer implements ElectionSystem {
    private final String id;
    private final String[] endpoint;

    /** @param endpoint {@code DIRECTORY HOST:PORT HOST[PORT],… ID,…} */
    public JGroupsPeer(String endpoint, String id) {
        this.id = id;
        this.endpoint = endpoint.split(" ", -1);
    }

    @Override
    @SuppressWarnings("MustBeClosed") // The channel is open until the process ends.
    public ElectionMember join(String election, Runnable acquired) throws Exception {
        JChannel channel = new JChannel(new ByteArrayInputStream(stack().getBytes(StandardCharsets.UTF_8))).name(id);
        RaftHandle handle = new RaftHandle(channel, new EmptyStateMachine());
        handle.raftId(id);
        handle.addRoleListener(role -> {
            if (role == Role.Leader) {
                acquired.run();
            }
        });
        channel.connect(election);
        return new ElectionMember() {
            @Override
            public boolean leads() {
                return handle.isLeader();
            }

            @Override
            public void release() {
                channel.close();
            }
        };
    }

    private String stack() {
        String[] address = endpoint[1].split(":", -1);
        return "<config xmlns=\"urn:org:jgroups\">"
                + "<TCP bind_addr=\"" + address[0] + "\" bind_port=\"" + address[1]
                + "\" port_range=\"0\" diag.enabled=\"false\"/>"
                + "<TCPPING initial_hosts=\"" + endpoint[2] + "\" port_range=\"0\"/>"
                + "<MERGE3 max_interval=\"30000\" min_interval=\"10000\"/>"
                + "<FD_SOCK2/><FD_ALL3/><VERIFY_SUSPECT2/>"
                + "<pbcast.NAKACK2/><UNICAST3/><pbcast.STABLE/>"
                + "<raft.NO_DUPES/>"
                + "<pbcast.GMS print_local_addr=\"false\" join_timeout=\"2000\"/>"
                + "<raft.ELECTION/>"
                + "<raft.RAFT members=\"" + endpoint[3] + "\" raft_id=\"" + id + "\" log_dir=\"" + endpoint[0] + "\"/>"
                + "<raft.REDIRECT/>"
                + "</config>";
    }

    /** A state machine without state, because only elections are measured. */
    private static final class EmptyStateMachine implements StateMachine {
        @Override
        public byte[] apply(byte[] data, int offset, int length, boolean serializeResponse) {
            return new byte[0];
        }

        @Override
        public void readContentFrom(DataInput in) {}

        @Override
        public void writeContentTo(DataOutput out) {}
    }
}
