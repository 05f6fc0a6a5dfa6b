package dev.baton.quorum;

import dev.baton.quorum.step.QuorumTiming;
import dev.baton.support.text.Names;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;

/**
 * {@code quorum://ID@HOST:PORT?peers=ID@HOST:PORT,…&state=DIR&key-file=F}, or without {@code ID@HOST:PORT} for one
 * that only looks on.
 *
 * @param self this member's name; empty for one that only looks on
 * @param listen where it listens
 * @param peers where the others listen, by name
 * @param off whether it is to take no part
 */
record QuorumUrl(
        String self,
        String listen,
        String advertise,
        Map<String, String> peers,
        Path state,
        Path keyFile,
        QuorumTiming settings,
        TlsFiles tls,
        boolean off) {
    private static final String FORM = "quorum://ID@HOST:PORT?peers=ID@HOST:PORT,…&state=DIR&key-file=FILE";

    QuorumUrl {
        peers = Map.copyOf(peers);
    }

    boolean isObserver() {
        return self.isEmpty();
    }

    static QuorumUrl parse(String url) {
        int question = url.indexOf('?');
        String place = url.substring("quorum://".length(), question < 0 ? url.length() : question);
        GroupUrlParameters options = new GroupUrlParameters(
                "quorum",
                FORM,
                question < 0 ? "" : url.substring(question + 1),
                Set.of("peers", "advertise", "tls-keystore", "tls-password-file", "tls-cert", "tls-key", "tls-ca"));
        int at = place.indexOf('@');
        if (at < 0 && !place.isEmpty()) {
            throw options.wrong("\"" + place + "\" has no member's name before the address");
        }
        String self = place.isEmpty() ? "" : Names.check("member", place.substring(0, at));
        Map<String, String> peers = peers(options);
        if (peers.isEmpty() && self.isEmpty()) {
            throw options.wrong("it names nobody");
        }
        if (peers.containsKey(self)) {
            throw options.wrong("member " + self + " is among its own peers; every member needs a name of its own");
        }
        Path keyFile = options.keyFile();
        return new QuorumUrl(
                self,
                place.isEmpty() ? "" : place.substring(at + 1),
                options.get("advertise").orElse(""),
                peers,
                options.state(self),
                keyFile,
                options.settings(),
                TlsFiles.in(options),
                options.isOff());
    }

    private static Map<String, String> peers(GroupUrlParameters options) {
        String text = options.get("peers").orElse("");
        Map<String, String> peers = new LinkedHashMap<>();
        for (String peer : text.isEmpty() ? new String[0] : text.split(",", -1)) {
            int at = peer.indexOf('@');
            if (at < 0) {
                throw options.wrong("the peer \"" + peer + "\" is not ID@HOST:PORT");
            }
            String id = Names.check("member", peer.substring(0, at));
            if (peers.put(id, peer.substring(at + 1)) != null) {
                throw options.wrong("member " + id + " is named twice");
            }
        }
        return peers;
    }
}
