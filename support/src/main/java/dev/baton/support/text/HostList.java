package dev.baton.support.text;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The servers in a URL: {@code HOST:PORT[,…]}. */
public final class HostList {
    private static final Pattern HOST =
            Pattern.compile("([A-Za-z0-9._-]{1,253}|\\[[0-9A-Fa-f:.]{2,45}])(?::(\\d{1,5}))?");

    private HostList() {}

    /** Returns each server as {@code HOST:PORT}. */
    public static List<String> parse(String hosts, int defaultPort, UrlParameters parameters) {
        List<String> all = new ArrayList<>();
        for (String host : hosts.split(",", -1)) {
            Matcher matcher = HOST.matcher(host);
            if (!matcher.matches()) {
                throw parameters.wrong("each member is HOST:PORT");
            }
            int port = matcher.group(2) == null ? defaultPort : Integer.parseInt(matcher.group(2));
            if (port < 1 || port > 65_535) {
                throw parameters.wrong("a port must be between 1 and 65535");
            }
            all.add(matcher.group(1) + ":" + port);
        }
        return all;
    }

    /** Returns whether a server is certainly on this machine. */
    public static boolean isLoopback(String host) {
        return host.startsWith("localhost:") || host.startsWith("127.") || host.startsWith("[::1]:");
    }
}
