package dev.baton.quorum;

import dev.baton.BatonClock;
import dev.baton.quorum.wire.MemberTransport;
import java.io.IOException;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** The members that run in this process: connections to one group under one name share one. */
final class SharedMembers {
    private static final Map<String, Shared> OPEN = new HashMap<>();

    private SharedMembers() {}

    /** One member and how many connections use it. Others need not wait while its disk and its door are opened. */
    private static final class Shared {
        final Object url;
        int users;
        private @Nullable GroupMember member;

        Shared(Object url) {
            this.url = url;
        }

        synchronized GroupMember started(MemberSettings plan, Archives archives) {
            GroupMember running = member == null ? start(plan, archives) : member;
            member = running;
            return running;
        }

        synchronized void close() {
            if (member != null) {
                member.close();
            }
        }
    }

    /** How a member's archive is opened. */
    interface Archives {
        MemberStorage open(MemberSettings plan, BatonClock clock) throws IOException;
    }

    static QuorumBackend connect(MemberSettings plan, BatonClock clock, Archives archives) {
        String key = plan.place() + " " + plan.state().toAbsolutePath();
        Shared shared = enter(key, plan);
        try {
            GroupMember member = shared.started(plan, archives);
            return new QuorumBackend(plan.place(), member, clock, () -> leave(key, shared));
        } catch (RuntimeException failed) {
            leave(key, shared);
            throw failed;
        }
    }

    private static Shared enter(String key, MemberSettings plan) {
        synchronized (OPEN) {
            Shared shared = OPEN.computeIfAbsent(key, unknown -> new Shared(plan.url()));
            if (!Objects.equals(shared.url, plan.url())) {
                throw new IllegalArgumentException("member " + plan.self()
                        + " runs in this process already, with other settings; use the same URL");
            }
            shared.users++;
            return shared;
        }
    }

    private static GroupMember start(MemberSettings plan, Archives archives) {
        try {
            MemberStorage archive = archives.open(plan, BatonClock.system());
            try {
                MemberTransport transport =
                        plan.transport().make(archive.start().incarnation());
                return new GroupMember(plan.settings(), transport, archive, BatonClock.system());
            } catch (IOException | RuntimeException failed) {
                archive.close();
                throw failed;
            }
        } catch (IOException failed) {
            throw new IllegalArgumentException(
                    "member " + plan.self() + " cannot be started as " + plan.place() + ": " + failed.getMessage(),
                    failed);
        }
    }

    private static void leave(String key, Shared shared) {
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
