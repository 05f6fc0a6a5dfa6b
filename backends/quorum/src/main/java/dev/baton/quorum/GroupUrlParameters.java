package dev.baton.quorum;

import dev.baton.quorum.step.QuorumTiming;
import dev.baton.quorum.step.TransportTrust;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** What stands behind the question mark of a group's URL, whatever carries the messages of the group. */
public final class GroupUrlParameters {
    private static final Set<String> COMMON =
            Set.of("state", "key-file", "profile", "heartbeat", "lease", "trust", "swarm");

    private final String scheme;
    private final String form;
    private final Map<String, String> options = new LinkedHashMap<>();

    /**
     * Reads the options of a URL.
     *
     * @param form how the URL is written, for those who wrote it otherwise
     * @param own the options that only this scheme has
     */
    public GroupUrlParameters(String scheme, String form, String query, Set<String> own) {
        this.scheme = scheme;
        this.form = form;
        for (String pair : query.isEmpty() ? new String[0] : query.split("&", -1)) {
            int equals = pair.indexOf('=');
            if (equals < 0) {
                throw wrong("\"" + pair + "\" is not NAME=VALUE");
            }
            String name = pair.substring(0, equals);
            if (!COMMON.contains(name) && !own.contains(name)) {
                throw wrong("it has no option \"" + name + "\"");
            }
            options.put(
                    name, URLDecoder.decode(pair.substring(equals + 1).replace("+", "%2B"), StandardCharsets.UTF_8));
        }
    }

    public Optional<String> get(String name) {
        return Optional.ofNullable(options.get(name));
    }

    public Path keyFile() {
        return Path.of(get("key-file")
                .orElseThrow(
                        () -> wrong("key-file is missing; make one with: head -c 32 /dev/urandom | base64 > FILE")));
    }

    /** Where a member keeps its votes; somebody who only looks on has no such place. */
    public Path state(String self) {
        if (!self.isEmpty() && get("state").isEmpty()) {
            throw wrong("state is missing: the directory where member " + self + " keeps its votes");
        }
        return Path.of(get("state").orElse(""));
    }

    /** Whether this process is to take no part at all. */
    public boolean isOff() {
        String swarm = get("swarm").orElse("on");
        if (!swarm.equals("on") && !swarm.equals("off")) {
            throw wrong("swarm is on or off, not \"" + swarm + "\"");
        }
        return swarm.equals("off");
    }

    public QuorumTiming settings() {
        String profile = get("profile").orElse("standard");
        QuorumTiming base = switch (profile) {
            case "seed" -> QuorumTiming.seed();
            case "standard" -> QuorumTiming.standard();
            default -> throw wrong("profile is seed or standard, not \"" + profile + "\"");
        };
        Duration heartbeat = get("heartbeat").map(this::duration).orElse(base.heartbeatEvery());
        Duration lease = get("lease").map(this::duration).orElse(base.lease());
        return QuorumTiming.of(heartbeat, lease).trusting(trust(get("trust").orElse("loopback")));
    }

    private TransportTrust trust(String text) {
        try {
            return TransportTrust.valueOf(text.toUpperCase(Locale.ROOT));
        } catch (IllegalArgumentException unknown) {
            throw wrong("trust is never, loopback or always, not \"" + text + "\"");
        }
    }

    private Duration duration(String text) {
        try {
            if (text.endsWith("ms")) {
                return Duration.ofMillis(Long.parseLong(text.substring(0, text.length() - 2)));
            }
            String seconds = text.endsWith("s") ? text.substring(0, text.length() - 1) : text;
            return Duration.ofMillis(Math.round(1_000 * Double.parseDouble(seconds)));
        } catch (NumberFormatException notANumber) {
            throw wrong("\"" + text + "\" is no duration; 500ms and 10s are");
        }
    }

    public IllegalArgumentException wrong(String what) {
        return new IllegalArgumentException("the " + scheme + " URL is wrong: " + what + "; " + form);
    }
}
