package dev.baton.quorum;

import dev.baton.quorum.wire.Transport;
import dev.baton.spi.Clock;
import java.io.IOException;
import java.util.HashMap;
import java.util.Map;

/** The members that run in this process: connections to one group under one name share one. */
final class OpenMembers {
    private static final Map<String, Shared> OPEN = new HashMap<>();

    private OpenMembers() {}

    private static final class Shared {
        final GroupMember member;
        final Object url;
        int users;

        Shared(GroupMember member, Object url) {
            this.member = member;
            this.url = url;
        }
    }

    /** How a member's archive is opened. */
    interface Archives {
        Archive open(MemberPlan plan, Clock clock) throws IOException;
    }

    static QuorumBackend connect(MemberPlan plan, Clock clock, Archives archives) {
        String key = plan.place() + " " + plan.state().toAbsolutePath();
        synchronized (OPEN) {
            Shared shared = OPEN.get(key);
            if (shared == null) {
                shared = new Shared(start(plan, archives), plan.url());
                OPEN.put(key, shared);
            } else if (!shared.url.equals(plan.url())) {
                throw new IllegalArgumentException("member " + plan.self()
                        + " runs in this process already, with other settings; use the same URL");
            }
            shared.users++;
            Shared mine = shared;
            return new QuorumBackend(plan.place(), mine.member, clock, () -> leave(key, mine));
        }
    }

    private static GroupMember start(MemberPlan plan, Archives archives) {
        try {
            Archive archive = archives.open(plan, Clock.system());
            try {
                Transport transport = plan.transport().make(archive.start().incarnation());
                return new GroupMember(plan.settings(), transport, archive, Clock.system());
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
            shared.member.close();
        }
    }
}
