package dev.baton.cli;

import dev.baton.Leadership;
import java.nio.charset.StandardCharsets;
import java.util.UUID;

/**
 * The id of a tenure, for the environment of a command: the one that the store keeps, or a random one if it keeps none.
 * It is the same for all commands of a tenure, and differs from those of all other tenures, also if they have the same
 * epoch because the data of the store went back.
 */
final class TenureMark {
    private static final String PROCESS = UUID.randomUUID().toString();

    private TenureMark() {}

    static String of(Leadership leadership) {
        return leadership.tenureId().orElseGet(() -> minted(leadership));
    }

    private static String minted(Leadership leadership) {
        String tenure = PROCESS + " " + leadership.election() + " " + leadership.epoch();
        return UUID.nameUUIDFromBytes(tenure.getBytes(StandardCharsets.UTF_8)).toString();
    }
}
