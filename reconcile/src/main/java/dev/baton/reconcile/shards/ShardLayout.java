package dev.baton.reconcile.shards;

import java.util.Collection;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * The numbers of shards that are stored for one job. They are stored as names of elections, which no store forgets: {@code
 * NAME:layout.2.64} for the beginning of the second change, to 64 shards, and {@code NAME:layout.2.64.done} for its end.
 *
 * @param generation the number of the last completed change; 0 if there is none
 * @param counts the numbers of shards since then; more than one if two were stored at the same time
 * @param next the number of shards of a change that has begun
 * @param latest the highest number of any change
 */
record ShardLayout(int generation, Set<Integer> counts, Optional<Integer> next, int latest) {
    private static final Pattern FORM = Pattern.compile("([1-9]\\d{0,8})\\.([1-9]\\d{0,5})(\\.done)?");
    private static final String DONE = ".done";

    /** The first number is no change: its beginning means nothing. */
    private static final int FIRST = 1;

    /** Returns the layout of a job, from the names of all elections in the store. */
    static ShardLayout of(String name, Collection<String> elections) {
        int generation = 0;
        int latest = 0;
        Set<Integer> counts = new TreeSet<>();
        Optional<Integer> next = Optional.empty();
        String prefix = prefix(name);
        for (String election : elections) {
            Matcher form = FORM.matcher(election.startsWith(prefix) ? election.substring(prefix.length()) : "");
            if (!form.matches()) {
                continue;
            }
            int number = Integer.parseInt(form.group(1));
            int count = Integer.parseInt(form.group(2));
            boolean done = form.group(3) != null;
            if (number == FIRST && !done) {
                continue;
            }
            if (done && number >= generation) {
                if (number > generation) {
                    counts.clear();
                }
                generation = number;
                counts.add(count);
            }
            if (number >= latest) {
                latest = number;
                next = Optional.of(count);
            }
        }
        return new ShardLayout(generation, Set.copyOf(counts), latest > generation ? next : Optional.empty(), latest);
    }

    private static String prefix(String name) {
        return name + ":layout.";
    }

    /** Returns the election whose existence stores the beginning of a change. */
    static String begun(String name, int generation, int count) {
        return prefix(name) + generation + "." + count;
    }

    /** Returns the election whose existence stores the end of a change. */
    static String done(String name, int generation, int count) {
        return begun(name, generation, count) + DONE;
    }

    /**
     * Returns the election that a replica stores before the first number. It means nothing by itself. But whoever has just
     * stored something has seen everything that was stored before, also in a group of peers, where the view of a member that
     * has just started is empty.
     */
    static String firstBegun(String name, int count) {
        return begun(name, FIRST, count);
    }

    /** Returns the election whose existence stores the first number. */
    static String firstDone(String name, int count) {
        return done(name, FIRST, count);
    }

    /** Returns whether nothing is stored. */
    boolean isNone() {
        return latest == 0;
    }

    /** Returns the highest number of shards that a replica may be working with. */
    int mostShards() {
        return counts.stream().mapToInt(Integer::intValue).max().orElse(0);
    }

    /** Returns why an instance with the given number of shards must not work; empty if it may. */
    Optional<String> refusal(String name, int count) {
        String resize = "baton shards " + name + " --resize ";
        if (next.isPresent()) {
            return Optional.of("the number of shards of " + name + " is being changed from " + shown() + " to "
                    + next.get()
                    + ", and this instance has " + count + ". To complete the change, run: " + resize + next.get()
                    + ". Then start the instances with " + next.get() + " shards");
        }
        if (counts.size() > 1) {
            return Optional.of("two numbers of shards were stored for " + name + " at the same time: " + shown()
                    + ". Choose one, and run for example: " + resize + count);
        }
        return counts.contains(count)
                ? Optional.empty()
                : Optional.of(name + " has " + shown() + " shards, but this instance has " + count
                        + ". To change the number for all instances, run: " + resize + count);
    }

    private String shown() {
        return counts.isEmpty()
                ? "none"
                : counts.stream().sorted().map(String::valueOf).collect(Collectors.joining(" and "));
    }
}
