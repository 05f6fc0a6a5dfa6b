package dev.baton.sidecar;

import dev.baton.http.HostCheck;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;

/**
 * The settings of a sidecar.
 *
 * @param host the address to listen on
 * @param port the port to listen on; 0 for any free port
 * @param tokenFile the file with the token; needed on an address that other machines reach
 * @param url the URL that the candidate publishes while it leads
 * @param longestGrant the longest time for which one answer lets a client act; a release waits for it. The drain of the
 *     candidate must be longer
 */
public record SidecarSettings(
        String host, int port, Optional<Path> tokenFile, Optional<String> url, Duration longestGrant) {

    public SidecarSettings {
        if (port < 0 || port > 65_535) {
            throw new IllegalArgumentException("port must be between 0 and 65535, but is " + port);
        }
        if (longestGrant.isNegative() || longestGrant.isZero()) {
            throw new IllegalArgumentException(
                    "longestGrant must be positive, but is " + longestGrant.toMillis() + " ms");
        }
        if (tokenFile.isEmpty() && !HostCheck.isLoopback(host)) {
            throw new IllegalArgumentException("the address " + host
                    + " can be reached from other machines, so the sidecar needs a token: add --token-file FILE");
        }
    }
}
