package dev.baton.quorum.disk;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.UUID;

/**
 * The machine's present boot.
 *
 * @param boot differs after every boot; a new one each time where it cannot be told
 * @param upNanos for how long the machine has been up at least
 */
public record BootInfo(String boot, long upNanos) {

    /** This machine. */
    public static BootInfo here() {
        try {
            String boot =
                    Files.readString(Path.of("/proc/sys/kernel/random/boot_id")).trim();
            String uptime = Files.readString(Path.of("/proc/uptime"));
            return new BootInfo(boot, (long) (Double.parseDouble(uptime.substring(0, uptime.indexOf(' '))) * 1e9));
        } catch (IOException | NumberFormatException | StringIndexOutOfBoundsException notLinux) {
            return new BootInfo(UUID.randomUUID().toString(), 0);
        }
    }
}
