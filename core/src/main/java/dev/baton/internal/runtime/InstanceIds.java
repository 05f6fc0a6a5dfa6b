package dev.baton.internal.runtime;

import dev.baton.CandidateSettings;
import dev.baton.spi.Backend;
import dev.baton.support.text.Names;

/** Chooses instance ids. */
final class InstanceIds {

    private InstanceIds() {}

    /** Returns the id of the settings, else that of {@code BATON_INSTANCE_ID}, else a new one. */
    static String of(CandidateSettings settings, Backend backend) {
        return settings.instanceId().orElseGet(() -> {
            String given = System.getenv("BATON_INSTANCE_ID");
            return given == null || given.isEmpty() ? backend.newInstanceId() : Names.check("BATON_INSTANCE_ID", given);
        });
    }
}
