package dev.baton.quorum;

import dev.baton.Names;
import dev.baton.quorum.step.Settings;
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

/**
 * {@code quorum://ID@HOST:PORT?peers=ID@HOST:PORT,…&state=DIR&key-file=F}, or without {@code ID@HOST:PORT} for one
 * that only looks on.
 *
 * @param self this member's name; empty for one that only looks on
 * @param listen where it listens
 * @param peers where the others listen, by name
 */
record QuorumUrl(
        String self,
        String listen,
        String advertise,
        Map<String, String> peers,
        Path state,
        Path keyFile,
        Settings settings) {
    private static final String FORM = "quorum://ID@HOST:PORT?peers=ID@HOST:PORT,…&state=DIR&key-file=FILE";
    private static final Set<String> KNOWN =
            Set.of("peers", "state", "key-file", "profile", "heartbeat", "lease", "trust", "advertise");

    QuorumUrl {
        peers = Map.copyOf(peers);
    }

    boolean isObserver() {
        return self.isEmpty();
    }

    static QuorumUrl parse(String url) {
        int question = url.indexOf('?');
        String place = url.substring("quorum://".length(), question < 0 ? url.length() : question);
        Map<String, String> options = options(question < 0 ? "" : url.substring(question + 1));
        for (String option : options.keySet()) {
            if (!KNOWN.contains(option)) {
                throw wrong("it has no option \"" + option + "\"");
            }
        }
        int at = place.indexOf('@');
        if (at < 0 && !place.isEmpty()) {
            throw wrong("\"" + place + "\" has no member's name before the address");
        }
        String self = place.isEmpty() ? "" : Names.check("member", place.substring(0, at));
        Map<String, String> peers = peers(options.getOrDefault("peers", ""));
        if (peers.isEmpty() && self.isEmpty()) {
            throw wrong("it names nobody");
        }
        if (peers.containsKey(self)) {
            throw wrong("member " + self + " is among its own peers; every member needs a name of its own");
        }
        if (!options.containsKey("key-file")) {
            throw wrong("key-file is missing; make one with: head -c 32 /dev/urandom | base64 > FILE");
        }
        if (!self.isEmpty() && !options.containsKey("state")) {
            throw wrong("state is missing: the directory where member " + self + " keeps its votes");
        }
        return new QuorumUrl(
                self,
                place.isEmpty() ? "" : place.substring(at + 1),
                options.getOrDefault("advertise", ""),
                peers,
                Path.of(options.getOrDefault("state", "")),
                Path.of(options.getOrDefault("key-file", "")),
                settings(options));
    }

    private static Settings settings(Map<String, String> options) {
        String profile = options.getOrDefault("profile", "standard");
        Settings base = switch (profile) {
            case "seed" -> Settings.seed();
            case "standard" -> Settings.standard();
            default -> throw wrong("profile is seed or standard, not \"" + profile + "\"");
        };
        Duration heartbeat = Optional.ofNullable(options.get("heartbeat"))
                .map(QuorumUrl::duration)
                .orElse(base.heartbeatEvery());
        Duration lease = Optional.ofNullable(options.get("lease"))
                .map(QuorumUrl::duration)
                .orElse(base.lease());
        return Settings.of(heartbeat, lease).trusting(trust(options.getOrDefault("trust", "loopback")));
    }

    private static TransportTrust trust(String text) {
        try {
            return TransportTrust.valueOf(text.toUpperCase(Locale.ROOT));
        } catch (IllegalArgumentException unknown) {
            throw wrong("trust is never, loopback or always, not \"" + text + "\"");
        }
    }

    private static Duration duration(String text) {
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

    private static Map<String, String> peers(String text) {
        Map<String, String> peers = new LinkedHashMap<>();
        for (String peer : text.isEmpty() ? new String[0] : text.split(",", -1)) {
            int at = peer.indexOf('@');
            if (at < 0) {
                throw wrong("the peer \"" + peer + "\" is not ID@HOST:PORT");
            }
            String id = Names.check("member", peer.substring(0, at));
            if (peers.put(id, peer.substring(at + 1)) != null) {
                throw wrong("member " + id + " is named twice");
            }
        }
        return peers;
    }

    private static Map<String, String> options(String query) {
        Map<String, String> options = new LinkedHashMap<>();
        for (String pair : query.isEmpty() ? new String[0] : query.split("&", -1)) {
            int equals = pair.indexOf('=');
            if (equals < 0) {
                throw wrong("\"" + pair + "\" is not NAME=VALUE");
            }
            String value = URLDecoder.decode(pair.substring(equals + 1).replace("+", "%2B"), StandardCharsets.UTF_8);
            options.put(pair.substring(0, equals), value);
        }
        return options;
    }

    private static IllegalArgumentException wrong(String what) {
        return new IllegalArgumentException("the quorum URL is wrong: " + what + "; " + FORM);
    }
}
