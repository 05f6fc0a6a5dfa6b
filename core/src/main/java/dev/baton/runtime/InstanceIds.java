package dev.baton.runtime;

import dev.baton.Names;
import dev.baton.spi.Backend;

/** Where an instance id comes from when none was given. */
final class InstanceIds {

    private InstanceIds() {}

    static String fromEnvironmentOr(Backend backend) {
        String given = System.getenv("BATON_INSTANCE_ID");
        return given == null || given.isEmpty() ? backend.mintInstanceId() : Names.check("BATON_INSTANCE_ID", given);
    }
}
