package dev.baton.lab.quorum;

import dev.baton.lab.LineProtocol;
import java.io.ByteArrayInputStream;
import java.io.DataInput;
import java.io.DataOutput;
import java.nio.charset.StandardCharsets;
import org.jgroups.JChannel;
import org.jgroups.protocols.raft.Role;
import org.jgroups.raft.RaftHandle;
import org.jgroups.raft.StateMachine;

/**
 * A program that is a member of jgroups-raft on its default stack over TCP: {@code ID DIRECTORY HOST:PORT HOST[PORT],… ID,…}.
 * Sends {@code acquired NANOS}.
 */
final class JGroupsPeer {
    private JGroupsPeer() {}

    public static void main(String[] args) throws Exception {
        LineProtocol protocol = new LineProtocol();
        byte[] stack = stack(args).getBytes(StandardCharsets.UTF_8);
        try (JChannel channel = new JChannel(new ByteArrayInputStream(stack)).name(args[0])) {
            RaftHandle handle = new RaftHandle(channel, new EmptyStateMachine());
            handle.raftId(args[0]);
            handle.addRoleListener(role -> {
                if (role == Role.Leader) {
                    protocol.send("acquired " + System.nanoTime());
                }
            });
            channel.connect("lab");
            protocol.runCommands(command -> {});
        }
    }

    private static String stack(String[] args) {
        String[] address = args[2].split(":", -1);
        return "<config xmlns=\"urn:org:jgroups\">"
                + "<TCP bind_addr=\"" + address[0] + "\" bind_port=\"" + address[1]
                + "\" port_range=\"0\" diag.enabled=\"false\"/>"
                + "<TCPPING initial_hosts=\"" + args[3] + "\" port_range=\"0\"/>"
                + "<MERGE3 max_interval=\"30000\" min_interval=\"10000\"/>"
                + "<FD_SOCK2/><FD_ALL3/><VERIFY_SUSPECT2/>"
                + "<pbcast.NAKACK2/><UNICAST3/><pbcast.STABLE/>"
                + "<raft.NO_DUPES/>"
                + "<pbcast.GMS print_local_addr=\"false\" join_timeout=\"2000\"/>"
                + "<raft.ELECTION/>"
                + "<raft.RAFT members=\"" + args[4] + "\" raft_id=\"" + args[0] + "\" log_dir=\"" + args[1] + "\"/>"
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
