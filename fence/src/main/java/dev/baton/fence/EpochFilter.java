package dev.baton.fence;

import dev.baton.support.text.Names;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.Function;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Checks the epochs of HTTP requests that only a leader may send. It refuses a request if one with a higher epoch came
 * before. It works with any server or framework, and only needs a function that returns a header.
 *
 * <pre>{@code
 * EpochFilter filter = EpochFilter.of("nightly");
 * EpochDecision decision = filter.check(request::getHeader);
 * }</pre>
 */
public final class EpochFilter {
    private static final Pattern EPOCH = Pattern.compile("[1-9][0-9]{0,18}");

    private final Set<String> elections;
    private final EpochMemory memory;

    private EpochFilter(Set<String> elections, EpochMemory memory) {
        this.elections = Set.copyOf(elections);
        this.memory = memory;
        elections.forEach(election -> Names.check("election", election));
    }

    /** Returns a filter for leaders of the given elections. */
    public static EpochFilter of(Set<String> elections, EpochMemory memory) {
        if (elections.isEmpty()) {
            throw new IllegalArgumentException("elections must not be empty");
        }
        return new EpochFilter(elections, memory);
    }

    /** Returns a filter for leaders of one election that remembers the highest epoch in this process. */
    public static EpochFilter of(String election) {
        return of(Set.of(election), EpochMemory.ofProcess(1));
    }

    /**
     * Returns a filter for leaders of any election, up to the number that the memory can store. The caller must check that
     * the election is responsible for the requested resource.
     */
    public static EpochFilter ofAny(EpochMemory memory) {
        return new EpochFilter(Set.of(), memory);
    }

    /**
     * Decides on a request and remembers its epoch.
     *
     * @param headers returns the value of a header, null if the request does not have it: {@code request::getHeader}
     */
    public EpochDecision check(Function<String, @Nullable String> headers) {
        String election = headers.apply(EpochHeaders.ELECTION);
        String epochText = headers.apply(EpochHeaders.EPOCH);
        if (election == null || epochText == null) {
            return new EpochDecision.Malformed(
                    "the header " + (election == null ? EpochHeaders.ELECTION : EpochHeaders.EPOCH)
                            + " is missing: only a leader may send this request");
        }
        try {
            Names.check(EpochHeaders.ELECTION, election);
        } catch (IllegalArgumentException invalid) {
            return new EpochDecision.Malformed(String.valueOf(invalid.getMessage()));
        }
        OptionalLong epoch = parse(epochText);
        if (epoch.isEmpty()) {
            return new EpochDecision.Malformed(
                    EpochHeaders.EPOCH + " is not an epoch: a whole number from 1 to 2^63 - 1");
        }
        if (!elections.isEmpty() && !elections.contains(election)) {
            return new EpochDecision.Malformed("election " + election + " is not responsible for this resource");
        }
        return compare(election, epoch.getAsLong());
    }

    private EpochDecision compare(String election, long epoch) {
        OptionalLong highest = memory.raise(election, epoch);
        if (highest.isEmpty()) {
            return new EpochDecision.Malformed(
                    "election " + election + " exceeds the number of elections that this service can remember");
        }
        return highest.getAsLong() > epoch
                ? new EpochDecision.Stale(election, epoch, highest.getAsLong())
                : new EpochDecision.Accepted(election, epoch);
    }

    private static OptionalLong parse(String text) {
        try {
            return EPOCH.matcher(text).matches() ? OptionalLong.of(Long.parseLong(text)) : OptionalLong.empty();
        } catch (NumberFormatException tooLarge) {
            return OptionalLong.empty();
        }
    }
}
