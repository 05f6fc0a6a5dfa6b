package dev.baton.lease;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** A store URL, read: where the records are, and how leases are kept there. */
record LeaseUrl(String store, LeaseOptions options) {
    private static final String FORM =
            "; the forms are lease:sqlite:PATH[?ttl=30s&renew=10s] and lease:postgres://[USER@]HOST[:PORT]/DATABASE[?…]";

    static LeaseUrl parse(String url) {
        String store = url.startsWith("lease:") ? url.substring("lease:".length()) : "";
        boolean sqlite = store.startsWith("sqlite:");
        if (!sqlite
                && !store.startsWith("postgres://")
                && !store.startsWith("postgresql://")
                && !store.startsWith("jdbc:postgresql://")) {
            throw new IllegalArgumentException("this is not the URL of a lease store" + FORM);
        }
        int question = store.indexOf('?');
        Optional<Duration> ttl = Optional.empty();
        Optional<Duration> renew = Optional.empty();
        List<String> rest = new ArrayList<>();
        for (String parameter :
                question < 0 ? new String[0] : store.substring(question + 1).split("&", -1)) {
            if (parameter.startsWith("ttl=")) {
                ttl = Optional.of(duration("ttl", parameter.substring(4)));
            } else if (parameter.startsWith("renew=")) {
                renew = Optional.of(duration("renew", parameter.substring(6)));
            } else if (sqlite) {
                throw new IllegalArgumentException("the parameter " + parameter + " is not known" + FORM);
            } else {
                rest.add(parameter);
            }
        }
        String place = question < 0 ? store : store.substring(0, question);
        if (place.equals("sqlite:")) {
            throw new IllegalArgumentException("the path of the database is missing" + FORM);
        }
        LeaseOptions usual = LeaseOptions.of(ttl.orElse(LeaseOptions.USUAL_TTL));
        LeaseOptions options = new LeaseOptions(usual.ttl(), renew.orElse(usual.renewInterval()));
        return new LeaseUrl(atHome(place) + (rest.isEmpty() ? "" : "?" + String.join("&", rest)), options);
    }

    /** Shells do not expand a tilde inside a word. */
    private static String atHome(String place) {
        return place.startsWith("sqlite:~/")
                ? "sqlite:" + System.getProperty("user.home") + place.substring("sqlite:~".length())
                : place;
    }

    private static Duration duration(String name, String text) {
        try {
            if (text.endsWith("ms")) {
                return Duration.ofMillis(Long.parseLong(text.substring(0, text.length() - 2)));
            }
            int unit = text.endsWith("m") ? 60 : 1;
            String number = text.endsWith("m") || text.endsWith("s") ? text.substring(0, text.length() - 1) : text;
            return Duration.ofMillis(Math.round(Double.parseDouble(number) * unit * 1000));
        } catch (NumberFormatException wrong) {
            throw new IllegalArgumentException(name + "=" + text + " is no duration; write 500ms, 10s or 5m", wrong);
        }
    }
}
