package dev.baton.internal.runtime;

import dev.baton.spi.Backend;
import dev.baton.support.text.Names;

/** Where an instance id comes from when none was given. */
final class InstanceIds {

    private InstanceIds() {}

    static String fromEnvironmentOr(Backend backend) {
        String given = System.getenv("BATON_INSTANCE_ID");
        return given == null || given.isEmpty() ? backend.newInstanceId() : Names.check("BATON_INSTANCE_ID", given);
    }
}
