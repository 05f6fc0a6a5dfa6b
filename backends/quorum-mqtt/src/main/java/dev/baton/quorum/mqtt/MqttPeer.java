package dev.baton.quorum.mqtt;

import dev.baton.quorum.step.Envelope;
import dev.baton.support.process.ProcessEvidence;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Another member of the group, or a client, as known from its greetings. */
final class MqttPeer {
    private static final long CHECK_FOR_NANOS = 500_000_000;
    private static final long CHECK_INTERVAL_NANOS = 2_000_000;

    final String name;
    final long number;
    boolean client;

    /** Its latest authenticated greeting: one that answered a greeting of this process. Older ones are ignored. */
    @Nullable
    Greeting authenticated;

    /** The process whose greeting was answered last, so that each is answered once. */
    @Nullable
    Nonce answered;

    @Nullable
    MqttFrameAuthenticator outgoing;

    @Nullable
    MqttFrameAuthenticator incoming;

    boolean connected;
    long receivedAt;
    /** The end of the checks whether its process has ended; 0 if there are none. */
    private long checkUntil;

    private long checkAt;
    final List<Envelope> unsent = new ArrayList<>();

    MqttPeer(String name, long number) {
        this.name = name;
        this.number = number;
    }

    List<Envelope> takeUnsent() {
        List<Envelope> taken = List.copyOf(unsent);
        unsent.clear();
        return taken;
    }

    /** Starts to check whether its process has ended, because its connection has. */
    void startChecks(long now) {
        checkUntil = now + CHECK_FOR_NANOS;
        checkAt = now;
    }

    void stopChecks() {
        checkUntil = 0;
    }

    /** Returns the time of the next check. */
    long nextCheckAt() {
        return checkUntil == 0 ? Long.MAX_VALUE : checkAt;
    }

    /** Checks, if it is due, whether its process has ended. Only proof counts. */
    boolean hasProvablyEnded(ProcessEvidence evidence, long now) {
        Greeting last = authenticated;
        if (last == null || nextCheckAt() > now) {
            return false;
        }
        checkAt = now + CHECK_INTERVAL_NANOS;
        boolean ended = evidence.hasEnded(last.process()).isProof();
        if (ended || now >= checkUntil) {
            stopChecks();
        }
        return ended;
    }
}
