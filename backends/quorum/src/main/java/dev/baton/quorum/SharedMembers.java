package dev.baton.quorum;

import dev.baton.BatonClock;
import java.io.IOException;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The members that run in this process. Backends with the same URL share one. */
final class SharedMembers {
    private static final Map<String, Shared> OPEN = new HashMap<>();

    private SharedMembers() {}

    /** A member and the number of backends that use it. Its start, which can take long, blocks no other member. */
    private static final class Shared {
        final Object url;
        int users;
        private @Nullable GroupMember member;

        Shared(Object url) {
            this.url = url;
        }

        synchronized GroupMember start(MemberSettings settings, StorageOpener storage) {
            GroupMember running = member == null ? SharedMembers.start(settings, storage) : member;
            member = running;
            return running;
        }

        synchronized void close() {
            if (member != null) {
                member.close();
            }
        }
    }

    /** Opens the storage of a member. */
    interface StorageOpener {
        MemberStorage open(MemberSettings settings, BatonClock clock) throws IOException;
    }

    static QuorumBackend connect(MemberSettings settings, BatonClock clock, StorageOpener storage) {
        String key = settings.location() + " " + settings.state().toAbsolutePath();
        Shared shared = acquire(key, settings);
        try {
            GroupMember member = shared.start(settings, storage);
            return new QuorumBackend(settings.location(), member, clock, () -> release(key, shared));
        } catch (RuntimeException failed) {
            release(key, shared);
            throw failed;
        }
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

    private static GroupMember start(MemberSettings settings, StorageOpener opener) {
        try {
            MemberStorage storage = opener.open(settings, BatonClock.system());
            try {
                return new GroupMember(
                        settings.timing(),
                        settings.transport().create(storage.start().incarnation()),
                        storage,
                        BatonClock.system());
            } catch (IOException | RuntimeException failed) {
                storage.close();
                throw failed;
            }
        } catch (IOException failed) {
            throw new IllegalArgumentException(
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
