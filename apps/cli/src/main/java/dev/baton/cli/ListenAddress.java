package dev.baton.cli;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The address in {@code --listen HOST:PORT}. */
record ListenAddress(String host, int port) {
    private static final Pattern FORM = Pattern.compile("(?:(.+):)?(\\d{1,5})");

    static ListenAddress of(Invocation call, String otherwise, int lowestPort) {
        String text = call.text("--listen").orElse(otherwise);
        Matcher parts = FORM.matcher(text);
        if (parts.matches()) {
            int port = Integer.parseInt(parts.group(2));
            if (port >= lowestPort && port <= 65_535) {
                return new ListenAddress(parts.group(1) == null ? "127.0.0.1" : parts.group(1), port);
            }
        }
        throw new UsageException("--listen " + text + " is not HOST:PORT, for example " + otherwise);
    }

    /** Returns the host without the brackets of an IPv6 address. */
    String bareHost() {
        return host.replaceAll("^\\[|\\]$", "");
    }

    @Override
    public String toString() {
        return host + ":" + port;
    }
}
