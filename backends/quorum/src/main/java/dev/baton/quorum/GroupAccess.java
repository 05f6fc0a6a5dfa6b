package dev.baton.quorum;

import dev.baton.BatonClock;
import dev.baton.ConnectionException;
import dev.baton.quorum.disk.BootInfo;
import dev.baton.quorum.disk.StateFolder;
import dev.baton.quorum.step.Membership;
import dev.baton.quorum.step.QuorumTiming;
import dev.baton.quorum.wire.ClientChannel;
import dev.baton.quorum.wire.MemberTransport;
import dev.baton.spi.Backend;
import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Opens backends of a group, for any transport. Backends of one process with the same URL share a member. */
public final class GroupAccess {
    private static final Map<String, Shared> OPEN = new HashMap<>();

    private GroupAccess() {}

    /** A member and the number of backends that use it. Its start, which can take long, blocks no other member. */
    private static final class Shared {
        final Object url;
        int users;
        private @Nullable MemberThread member;

        Shared(Object url) {
            this.url = url;
        }

        synchronized GroupMember start(MemberSettings settings) {
            MemberThread running = member == null ? MemberThread.start(GroupAccess.start(settings)) : member;
            member = running;
            return running.member();
        }

        synchronized void close() {
            if (member != null) {
                member.close();
            }
        }
    }

    /** Starts the member, or shares the one that runs in this process. */
    public static Backend join(MemberSettings settings, BatonClock clock) {
        String key = settings.location() + " " + settings.state().toAbsolutePath();
        Shared shared = acquire(key, settings);
        try {
            GroupMember member = shared.start(settings);
            return new QuorumBackend(settings.location(), member, clock, () -> release(key, shared));
        } catch (RuntimeException failed) {
            release(key, shared);
            throw failed;
        }
    }

    /**
     * Opens a backend that sends requests to any member and takes no part in elections.
     *
     * @param members returns the members in the order in which to ask them
     */
    public static Backend observe(
            String location, QuorumTiming timing, Supplier<List<String>> members, ClientChannel.Connector connector) {
        return new QuorumObserverBackend(location, timing, new GroupClient(members, connector));
    }

    /** Opens a backend that does nothing: no file, no connection, no thread. */
    public static Backend disabled(String location, QuorumTiming timing) {
        return new DisabledBackend(location, timing);
    }

    private static Shared acquire(String key, MemberSettings settings) {
        synchronized (OPEN) {
            Shared shared = OPEN.computeIfAbsent(key, unknown -> new Shared(settings.url()));
            if (!shared.url.equals(settings.url())) {
                throw new IllegalArgumentException("member " + settings.self()
                        + " already runs in this process with other settings; use the same URL");
            }
            shared.users++;
            return shared;
        }
    }

    private static GroupMember start(MemberSettings settings) {
        MemberMachine machine = MemberMachine.current();
        try {
            Membership founding = Membership.founding(settings.founders());
            StateFolder.Opened state = StateFolder.open(
                    settings.state(),
                    settings.self(),
                    founding,
                    settings.timing(),
                    BootInfo.current(),
                    machine.clock().nanos());
            try {
                MemberTransport transport =
                        settings.transport().create(state.start().incarnation());
                return new GroupMember(settings.timing(), transport, state, machine);
            } catch (IOException | RuntimeException failed) {
                GroupMember.close(state.folder());
                throw failed;
            }
        } catch (IOException failed) {
            throw new ConnectionException(
                    "cannot start member " + settings.self() + " as " + settings.location() + ": "
                            + failed.getMessage(),
                    failed);
        }
    }

    private static void release(String key, Shared shared) {
        boolean last;
        synchronized (OPEN) {
            last = --shared.users == 0;
            if (last) {
                OPEN.remove(key);
            }
        }
        if (last) {
            shared.close();
        }
    }
}
