package dev.baton.quorum;

import dev.baton.quorum.step.NodeEvent;
import dev.baton.support.process.ProcessIdentity;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;

/**
 * The processes of the peers. When a connection to a peer on the same machine ends, it asks the kernel whether the process
 * has ended, for as long as a promise to it can last. Nothing else is evidence. Used only by the member's thread.
 */
final class PeerEvidence {
    private static final Duration FIRST_GAP = Duration.ofMillis(1);
    private static final Duration MAX_GAP = Duration.ofMillis(20);

    private final GroupMember member;
    private final Map<String, PeerProcess> known = new HashMap<>();

    private record PeerProcess(long incarnation, ProcessIdentity identity) {}

    PeerEvidence(GroupMember member) {
        this.member = member;
    }

    void introduced(String peer, long incarnation, ProcessIdentity identity) {
        known.put(peer, new PeerProcess(incarnation, identity));
    }

    /** The connection to this process has ended. */
    void disconnected(String peer, long incarnation) {
        PeerProcess process = known.get(peer);
        if (process != null && process.incarnation() == incarnation && sharesPids(process.identity())) {
            check(peer, process, FIRST_GAP, member.clock.nanos() + member.node.longestPromise());
        }
    }

    private boolean sharesPids(ProcessIdentity process) {
        return member.machine.process().sharesPidsWith(process);
    }

    private void check(String peer, PeerProcess process, Duration gap, long until) {
        boolean replaced = !process.equals(known.get(peer));
        boolean connected = !replaced && member.transport.connectedPeers().contains(peer);
        if (connected || member.clock.nanos() >= until) {
            return;
        }
        if (member.machine.hasEnded(process.identity()).isProof()) {
            if (!replaced) {
                known.remove(peer);
                member.gossip.roster.remove(peer);
            }
            member.handle(new NodeEvent.PeerGone(peer, process.incarnation(), true));
            return;
        }
        Duration next = gap.multipliedBy(2).compareTo(MAX_GAP) < 0 ? gap.multipliedBy(2) : MAX_GAP;
        member.schedule(gap, () -> check(peer, process, next, until));
    }
}
