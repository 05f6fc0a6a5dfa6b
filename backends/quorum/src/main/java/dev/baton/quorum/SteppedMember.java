package dev.baton.quorum;

import dev.baton.quorum.disk.StateFolder;
import dev.baton.quorum.step.MemberNode;
import dev.baton.quorum.step.QuorumTiming;
import dev.baton.quorum.wire.MemberTransport;
import java.io.IOException;
import java.util.Optional;

/**
 * A member without a thread of its own: a simulation runs its turns, and calls everything on one thread.
 *
 * <pre>{@code
 * SteppedMember member = new SteppedMember(timing, transport, folder, machine);
 * member.backend().contend(settings).acquire(0);
 * while (member.turn()) {
 *     machine.advance();
 * }
 * }</pre>
 */
public final class SteppedMember {
    private final GroupMember member;
    private final QuorumBackend backend;

    /** Starts the member with an open state folder. */
    public SteppedMember(
            QuorumTiming timing, MemberTransport transport, StateFolder.Opened state, MemberMachine machine)
            throws IOException {
        member = new GroupMember(timing, transport, state, machine);
        backend = new QuorumBackend("simulated://" + member.self(), member, machine.clock(), member::close);
    }

    /** Returns the backend. Its calls take effect with the next turn; closing it ends the member. */
    public QuorumBackend backend() {
        return backend;
    }

    /** Returns the node, to be read only. */
    public MemberNode node() {
        return member.node;
    }

    /** Returns why the member has failed; empty if it runs, or has ended in order. */
    public Optional<Throwable> failure() {
        return member.failure();
    }

    /**
     * Runs one turn: handles what has arrived and what is due, and makes its effects durable. The turn ends with a call of
     * {@link MemberTransport#poll}.
     *
     * @return whether the member still runs
     */
    public boolean turn() {
        return member.turn();
    }
}
