package dev.baton.fence;

import dev.baton.support.text.Names;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The door of an HTTP service that only leaders may enter: it lets no request in after one with a higher
 * epoch. It knows no server or framework, only how to look up a header.
 */
public final class EpochFilter {
    private static final Pattern EPOCH = Pattern.compile("[1-9][0-9]{0,18}");

    private final Set<String> elections;
    private final EpochMemory memory;

    private EpochFilter(Set<String> elections, EpochMemory memory) {
        this.elections = new TreeSet<>(elections);
        this.memory = memory;
        elections.forEach(election -> Names.check("election", election));
    }

    /** For leaders of these elections and no others. */
    public static EpochFilter of(Set<String> elections, EpochMemory memory) {
        if (elections.isEmpty()) {
            throw new IllegalArgumentException("a filter for no election lets nobody in");
        }
        return new EpochFilter(elections, memory);
    }

    /** For leaders of one election, with a memory of this process. */
    public static EpochFilter of(String election) {
        return of(Set.of(election), EpochMemory.ofProcess(1));
    }

    /**
     * For leaders of whatever election a request names, as many as the memory takes: it is the caller who
     * has to see that this election is in charge of what is asked for.
     */
    public static EpochFilter ofAny(EpochMemory memory) {
        return new EpochFilter(Set.of(), memory);
    }

    /**
     * The verdict on a request.
     *
     * @param headers the value of a header by its name, null when there is none: {@code request::getHeader}
     */
    public EpochDecision check(Function<String, @Nullable String> headers) {
        String election = headers.apply(EpochHeaders.ELECTION);
        String written = headers.apply(EpochHeaders.EPOCH);
        if (election == null || written == null) {
            return new EpochDecision.Malformed(
                    "the header " + (election == null ? EpochHeaders.ELECTION : EpochHeaders.EPOCH)
                            + " is missing: only a leader may ask for this");
        }
        try {
            Names.check(EpochHeaders.ELECTION, election);
        } catch (IllegalArgumentException noName) {
            return new EpochDecision.Malformed(String.valueOf(noName.getMessage()));
        }
        OptionalLong epoch = parsed(written);
        if (epoch.isEmpty()) {
            return new EpochDecision.Malformed(EpochHeaders.EPOCH + " is no epoch: a whole number from 1 to 2^63 - 1");
        }
        if (!elections.isEmpty() && !elections.contains(election)) {
            return new EpochDecision.Malformed("election " + election + " is not in charge of this");
        }
        return compared(election, epoch.getAsLong());
    }

    private EpochDecision compared(String election, long epoch) {
        OptionalLong highest = memory.raise(election, epoch);
        if (highest.isEmpty()) {
            return new EpochDecision.Malformed(
                    "election " + election + " is one too many for this service to remember");
        }
        return highest.getAsLong() > epoch
                ? new EpochDecision.Stale(election, epoch, highest.getAsLong())
                : new EpochDecision.Accepted(election, epoch);
    }

    private static OptionalLong parsed(String written) {
        if (!EPOCH.matcher(written).matches()) {
            return OptionalLong.empty();
        }
        try {
            return OptionalLong.of(Long.parseLong(written));
        } catch (NumberFormatException tooLarge) {
            return OptionalLong.empty();
        }
    }
}
