package dev.baton.quorum;

import dev.baton.quorum.tcp.TcpSettings;
import dev.baton.quorum.tcp.TcpTransport;
import dev.baton.quorum.wire.ClusterKey;
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
        final QuorumUrl url;
        int users;

        Shared(GroupMember member, QuorumUrl url) {
            this.member = member;
            this.url = url;
        }
    }

    /** How a member's archive is opened. */
    interface Archives {
        Archive open(QuorumUrl url, Clock clock) throws IOException;
    }

    static QuorumBackend connect(QuorumUrl url, Clock clock, Archives archives) {
        String key = url.self() + "@" + url.listen() + " " + url.state().toAbsolutePath();
        synchronized (OPEN) {
            Shared shared = OPEN.get(key);
            if (shared == null) {
                shared = new Shared(start(url, archives), url);
                OPEN.put(key, shared);
            } else if (!shared.url.equals(url)) {
                throw new IllegalArgumentException("member " + url.self()
                        + " runs in this process already, with other settings; use the same URL");
            }
            shared.users++;
            Shared mine = shared;
            String description = "quorum://" + url.self() + "@" + url.listen();
            return new QuorumBackend(description, mine.member, clock, () -> leave(key, mine));
        }
    }

    private static GroupMember start(QuorumUrl url, Archives archives) {
        ClusterKey clusterKey = ClusterKey.in(url.keyFile());
        try {
            Archive archive = archives.open(url, Clock.system());
            try {
                TcpTransport transport = new TcpTransport(new TcpSettings(
                        url.self(),
                        archive.start().incarnation(),
                        url.listen(),
                        url.advertise(),
                        url.peers(),
                        clusterKey));
                return new GroupMember(url.settings(), transport, archive, Clock.system());
            } catch (IOException | RuntimeException failed) {
                archive.close();
                throw failed;
            }
        } catch (IOException failed) {
            throw new IllegalArgumentException(
                    "member " + url.self() + " cannot be started on " + url.listen() + ": " + failed.getMessage(),
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
