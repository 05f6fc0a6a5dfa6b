package dev.baton.quorum;

import dev.baton.quorum.step.QuorumTiming;
import dev.baton.quorum.tcp.MemberAddress;
import dev.baton.support.text.Names;
import dev.baton.support.text.UrlParameters;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A parsed URL {@code quorum://ID@HOST:PORT?peers=ID@HOST:PORT,…&state=DIR&key-file=F}; {@code ID@HOST:PORT} is absent
 * for an observer.
 *
 * @param self the name of this member; empty for an observer
 * @param listen the address to listen on
 * @param advertise the address to which peers connect; empty to use {@code listen}
 * @param peers the addresses of the peers, by name; empty if the registry knows it
 * @param registry where other addresses are looked up, as {@code NAME:ARGUMENT}; empty if nowhere
 * @param disabled whether this process does not take part in the group
 */
record QuorumUrl(
        String self,
        String listen,
        String advertise,
        Map<String, String> peers,
        String registry,
        Path state,
        Path keyFile,
        QuorumTiming timing,
        TlsFiles tls,
        boolean disabled) {
    private static final String FORM = "quorum://ID@HOST:PORT?peers=ID@HOST:PORT,…&state=DIR&key-file=FILE";

    QuorumUrl {
        peers = Map.copyOf(peers);
    }

    boolean isObserver() {
        return self.isEmpty();
    }

    static QuorumUrl parse(String url) {
        List<String> own = new ArrayList<>(List.of("peers", "registry", "advertise"));
        own.addAll(TlsFiles.PARAMETERS);
        GroupUrlParameters parameters = new GroupUrlParameters(url, FORM, own);
        String place = UrlParameters.withoutParameters(url).substring("quorum://".length());
        int at = place.indexOf('@');
        parameters.require(at >= 0 || place.isEmpty(), "\"" + place + "\" has no member name before the address");
        String self = place.isEmpty() ? "" : Names.check("member", place.substring(0, at));
        Map<String, String> peers = peers(parameters);
        parameters.require(
                !peers.isEmpty() || !self.isEmpty(), "peers is missing: an observer needs the address of a member");
        parameters.require(
                !peers.containsKey(self),
                "member " + self + " is one of its own peers; give every member a different name");
        Path keyFile = parameters.keyFile();
        return new QuorumUrl(
                self,
                place.isEmpty() ? "" : address(place.substring(at + 1)),
                parameters.get("advertise").map(QuorumUrl::address).orElse(""),
                peers,
                parameters.get("registry").orElse(""),
                parameters.state(self),
                keyFile,
                parameters.timing(),
                TlsFiles.in(parameters),
                parameters.isDisabled());
    }

    /** Returns the address itself if it is one. */
    private static String address(String text) {
        MemberAddress.parse(text);
        return text;
    }

    private static Map<String, String> peers(GroupUrlParameters parameters) {
        Map<String, String> peers = new LinkedHashMap<>();
        for (String peer : parameters.list("peers")) {
            int at = peer.indexOf('@');
            parameters.require(
                    at >= 0 || parameters.get("registry").isPresent(),
                    "peer \"" + peer + "\" is not ID@HOST:PORT; only with a registry is ID enough");
            String id = Names.check("member", at < 0 ? peer : peer.substring(0, at));
            boolean isNew = peers.put(id, at < 0 ? "" : address(peer.substring(at + 1))) == null;
            parameters.require(isNew, "member " + id + " is named twice");
        }
        return peers;
    }
}
