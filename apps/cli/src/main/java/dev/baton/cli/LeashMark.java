package dev.baton.cli;

import dev.baton.support.process.MarkedProcesses;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.ThreadLocalRandom;

/**
 * The number that marks the processes of a command. All processes with a hard limit that begins with it are found, so a
 * leash inside another one appends digits: the outer leash finds its processes too.
 */
final class LeashMark {
    /** The digits of a number, by how many leashes it is inside. The rest of the limit are nines. */
    private static final List<Integer> LENGTHS = List.of(10, 15, MarkedProcesses.LIMIT_DIGITS);

    private static final String FIRST = "4";

    private LeashMark() {}

    /** Returns a new number for a process that has no limit. */
    static String create() {
        return FIRST + digits(LENGTHS.get(0) - 1);
    }

    /** Returns a new number for this process. Empty if its hard limit leaves no room. */
    static Optional<String> below(String hardLimit) {
        boolean higher = hardLimit.length() > MarkedProcesses.LIMIT_DIGITS
                || (hardLimit.length() == MarkedProcesses.LIMIT_DIGITS && hardLimit.compareTo("5") > 0);
        if (hardLimit.equals("unlimited") || higher) {
            return Optional.of(create());
        }
        if (!hardLimit.startsWith(FIRST) || hardLimit.length() != MarkedProcesses.LIMIT_DIGITS) {
            return Optional.empty();
        }
        for (int outer = 0; outer + 1 < LENGTHS.size(); outer++) {
            int used = LENGTHS.get(outer);
            if (hardLimit.substring(used).chars().allMatch(digit -> digit == '9')) {
                return Optional.of(hardLimit.substring(0, used) + digits(LENGTHS.get(outer + 1) - used));
            }
        }
        return Optional.empty();
    }

    /** Returns the hard limit of a process with this number. */
    static String limit(String mark) {
        return mark + "9".repeat(MarkedProcesses.LIMIT_DIGITS - mark.length());
    }

    /** Not all nines: those are the limit of the outer leash itself. */
    private static String digits(int count) {
        long numbers = (long) Math.pow(10, count);
        return String.format(
                Locale.ROOT, "%0" + count + "d", ThreadLocalRandom.current().nextLong(numbers - 1));
    }
}
