package dev.baton.cli;

import dev.baton.support.text.UrlParameters;
import java.util.Optional;
import java.util.regex.Pattern;

/** The members in {@code quorum://ID@HOST:PORT?…} and {@code mqtt[s]://…?self=ID&…} URLs. */
final class GroupUrls {
    private static final String QUORUM = "quorum://";
    private static final Pattern MQTT = Pattern.compile("^mqtts?://");
    private static final Pattern MEMBER_PARAMETERS = Pattern.compile("(?<=[?&])(?:self|state)=[^&]*&?");

    private GroupUrls() {}

    /** Returns whether the members of the group elect the leader among themselves. */
    static boolean isQuorum(String url) {
        return url.startsWith(QUORUM) || isMqtt(url);
    }

    private static boolean isMqtt(String url) {
        return MQTT.matcher(url).find();
    }

    /** Returns the URL for an observer. The member that the URL names becomes one of the peers: it may be running. */
    static String asObserver(String url) {
        if (isMqtt(url)) {
            return MEMBER_PARAMETERS.matcher(url).replaceAll("").replaceFirst("[?&]$", "");
        }
        String member = quorumMember(url);
        if (member.isEmpty()) {
            return url;
        }
        String parameters = url.substring(Math.min(url.length(), QUORUM.length() + member.length() + 1));
        String moved = parameters.contains("peers=")
                ? parameters.replaceFirst("peers=", "peers=" + member.replace("$", "\\$") + ",")
                : "peers=" + member + "&" + parameters;
        return QUORUM + "?" + moved.replaceFirst(",(&|$)", "$1");
    }

    /** Returns the instance id: in a quorum, that of the member, and any other is refused. */
    static Optional<String> instanceId(String url, Optional<String> given) {
        Optional<String> member = memberId(url);
        if (member.isPresent() && given.isPresent() && !given.equals(member)) {
            throw new UsageException("--id " + given.get()
                    + " cannot be used with a quorum: the instance is the member, " + member.get() + "; omit --id");
        }
        return member.or(() -> given);
    }

    private static Optional<String> memberId(String url) {
        if (isMqtt(url)) {
            return UrlParameters.of(url, "mqtt://HOST:PORT/GROUP?self=ID&members=ID,…")
                    .take("self");
        }
        String member = quorumMember(url);
        int at = member.indexOf('@');
        return at < 0 ? Optional.empty() : Optional.of(member.substring(0, at));
    }

    /** Returns {@code ID@HOST:PORT} of a quorum URL, or an empty text. */
    private static String quorumMember(String url) {
        return url.startsWith(QUORUM) ? UrlParameters.withoutParameters(url).substring(QUORUM.length()) : "";
    }
}
