package dev.baton.console.view;

import dev.baton.ClockReading;
import dev.baton.InstanceStatus;
import dev.baton.support.text.Names;
import java.time.Duration;

/** Which frames are listened to: those of proper names and numbers, and not from the future. */
final class StatusValidation {
    static final Duration FUTURE = Duration.ofSeconds(5);

    private StatusValidation() {}

    static boolean isSound(InstanceStatus frame, ClockReading now) {
        return Names.isName(frame.election())
                && Names.isName(frame.instanceId())
                && frame.epoch() >= 0
                && !isFromTheFuture(frame, now);
    }

    private static boolean isFromTheFuture(InstanceStatus frame, ClockReading now) {
        return frame.timestamp().toEpochMilli() - now.wallMillis() > FUTURE.toMillis();
    }
}
