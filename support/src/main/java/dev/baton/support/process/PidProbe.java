package dev.baton.support.process;

import java.util.Optional;
import java.util.ServiceLoader;

/**
 * Asks the kernel directly whether a pid exists. It works where {@code /proc} hides processes of other users.
 *
 * <p>An optional service: the module that has native code provides it. Without it, {@code /proc} decides.
 */
public interface PidProbe {

    /** Never knows. */
    PidProbe NONE = pid -> Optional.empty();

    /** Returns whether a process with this pid exists, zombies included; empty if the kernel did not say. Does not block. */
    Optional<Boolean> exists(long pid);

    /** Returns the installed probe, or {@link #NONE}. */
    static PidProbe installed() {
        return ServiceLoader.load(PidProbe.class, PidProbe.class.getClassLoader())
                .findFirst()
                .orElse(NONE);
    }
}
