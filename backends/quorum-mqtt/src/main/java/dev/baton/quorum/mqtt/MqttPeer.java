package dev.baton.quorum.mqtt;

import dev.baton.quorum.step.Envelope;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Another process of the group, or a client, as this one knows it from its greetings. */
final class MqttPeer {
    private static final long LONGEST_WATCH = 500_000_000;
    private static final long WATCH_EVERY = 2_000_000;

    final String name;
    final long number;
    boolean client;

    /** Its latest greeting that answered one of this process; nothing older is believed. */
    @Nullable
    Greeting proved;

    /** Whose greeting was answered last, so that each is answered once. */
    @Nullable
    Nonce answered;

    @Nullable
    MqttFrameAuthenticator outgoing;

    @Nullable
    MqttFrameAuthenticator incoming;

    boolean linked;
    long heardAt;
    /** Until when its process is looked for, because its connection ended; 0 when it is not. */
    private long watchUntil;

    private long watchAt;
    private final List<Envelope> waiting = new ArrayList<>();

    MqttPeer(String name, long number) {
        this.name = name;
        this.number = number;
    }

    void add(Envelope envelope) {
        waiting.add(envelope);
    }

    List<Envelope> takeWaiting() {
        List<Envelope> taken = List.copyOf(waiting);
        waiting.clear();
        return taken;
    }

    void watch(long now) {
        watchUntil = now + LONGEST_WATCH;
        watchAt = now;
    }

    void stopWatching() {
        watchUntil = 0;
    }

    /** When its process has to be looked for next. */
    long nextLook() {
        return watchUntil == 0 ? Long.MAX_VALUE : watchAt;
    }

    /** Looks for its process, if that is due; whether it has ended. */
    boolean isFoundDead(long now) {
        Greeting last = proved;
        if (last == null || nextLook() > now) {
            return false;
        }
        watchAt = now + WATCH_EVERY;
        if (last.trace().hasEnded()) {
            stopWatching();
            return true;
        }
        if (now >= watchUntil) {
            stopWatching();
        }
        return false;
    }
}
