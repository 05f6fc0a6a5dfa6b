package dev.baton.cli;

import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** What the command line knows of {@code quorum://ID@HOST:PORT?…} and {@code mqtt[s]://…?self=ID&…} URLs. */
final class GroupUrls {
    private static final String SCHEME = "quorum://";
    private static final Pattern MQTT = Pattern.compile("^mqtts?://");
    private static final Pattern MQTT_SELF = Pattern.compile("(?<=[?&])(?:self|state)=[^&]*&?");

    private GroupUrls() {}

    /** Whether it is a URL of a group whose members elect among themselves. */
    static boolean isQuorum(String url) {
        return url.startsWith(SCHEME) || MQTT.matcher(url).find();
    }

    /** The member that a URL names, if it names one. */
    static Optional<String> member(String url) {
        if (MQTT.matcher(url).find()) {
            Matcher self = Pattern.compile("[?&]self=([^&]+)").matcher(url);
            return self.find() ? Optional.of(self.group(1)) : Optional.empty();
        }
        String place = place(url);
        int at = place.indexOf('@');
        return at < 0 ? Optional.empty() : Optional.of(place.substring(0, at));
    }

    /**
     * The same group for one who only looks on: the member that the URL names may be running, and is asked like
     * the others.
     */
    static String asObserver(String url) {
        if (MQTT.matcher(url).find()) {
            return MQTT_SELF.matcher(url).replaceAll("").replaceFirst("[?&]$", "");
        }
        String place = place(url);
        if (place.isEmpty()) {
            return url;
        }
        int question = url.indexOf('?');
        String options = question < 0 ? "" : url.substring(question + 1);
        String moved = options.contains("peers=")
                ? options.replaceFirst("peers=", "peers=" + place.replace("$", "\\$") + ",")
                : "peers=" + place + "&" + options;
        return SCHEME + "?" + moved.replaceFirst(",(&|$)", "$1");
    }

    /** On a quorum the instance is the member; another id is refused. */
    static Optional<String> instanceId(String url, Optional<String> wanted) {
        Optional<String> member = member(url);
        if (member.isPresent() && wanted.isPresent() && !wanted.equals(member)) {
            throw new UsageException("--id " + wanted.get() + " cannot be used with a quorum: there the instance is the"
                    + " member, " + member.get() + "; leave --id out");
        }
        return member.or(() -> wanted);
    }

    private static String place(String url) {
        if (!url.startsWith(SCHEME)) {
            return "";
        }
        int question = url.indexOf('?');
        return url.substring(SCHEME.length(), question < 0 ? url.length() : question);
    }
}
