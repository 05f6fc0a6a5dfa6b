package dev.baton.quorum;

import dev.baton.quorum.step.QuorumTiming;
import dev.baton.support.text.Durations;
import dev.baton.support.text.UrlParameters;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The parameters of a group's URL. Those of every transport have a method of their own. */
public final class GroupUrlParameters {
    private static final List<String> COMMON =
            List.of("state", "key-file", "profile", "heartbeat", "lease", "trust", "swarm");

    private final UrlParameters parameters;
    private final Map<String, String> values = new LinkedHashMap<>();

    /**
     * Reads the parameters of a URL and refuses unknown ones.
     *
     * @param form how the URL is written, for error messages
     * @param own the parameters that only this transport has
     */
    public GroupUrlParameters(String url, String form, Collection<String> own) {
        this.parameters = UrlParameters.of(url, form);
        values.putAll(parameters.takeAll(COMMON));
        values.putAll(parameters.takeAll(own));
        parameters.refuseOthers();
    }

    public Optional<String> get(String name) {
        return Optional.ofNullable(values.get(name));
    }

    /** Returns a parameter that is a list with commas; empty if it is absent. */
    public List<String> list(String name) {
        return get(name)
                .filter(text -> !text.isEmpty())
                .map(text -> List.of(text.split(",", -1)))
                .orElse(List.of());
    }

    /** Returns a parameter that has one of these values; the first one if it is absent. */
    public String oneOf(String name, String... allowed) {
        String value = get(name).orElse(allowed[0]);
        require(List.of(allowed).contains(value), name + " must be " + String.join(" or ", allowed));
        return value;
    }

    public Path keyFile() {
        return Path.of(get("key-file")
                .orElseThrow(
                        () -> wrong("key-file is missing; create one with: head -c 32 /dev/urandom | base64 > FILE")));
    }

    /** Returns the directory for a member's votes. An observer has none. */
    public Path state(String self) {
        require(
                self.isEmpty() || get("state").isPresent(),
                "state is missing: the directory for the votes of member " + self);
        return Path.of(get("state").orElse(""));
    }

    /** Returns whether this process does not take part in the group. */
    public boolean isDisabled() {
        return oneOf("swarm", "on", "off").equals("off");
    }

    public QuorumTiming timing() {
        QuorumTiming base = switch (oneOf("profile", "standard", "fast", "seed")) {
            case "fast" -> QuorumTiming.fast();
            case "seed" -> QuorumTiming.seed();
            default -> QuorumTiming.standard();
        };
        require(
                get("trust").isEmpty(),
                "trust is not supported: a closed or refused connection is never evidence that a member has"
                        + " ended, and on one machine the kernel decides. Remove the parameter");
        return base.with(duration("heartbeat", base.heartbeatEvery()), duration("lease", base.lease()));
    }

    private Duration duration(String name, Duration defaultValue) {
        return get(name).map(text -> Durations.parse(name, text)).orElse(defaultValue);
    }

    /** Throws an error with the form of the URL unless the condition holds. */
    public void require(boolean holds, String what) {
        if (!holds) {
            throw wrong(what);
        }
    }

    /** Returns an error with the form of the URL. */
    public IllegalArgumentException wrong(String what) {
        return parameters.wrong(what);
    }
}
