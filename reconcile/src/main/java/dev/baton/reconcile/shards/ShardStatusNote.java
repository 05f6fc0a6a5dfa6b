package dev.baton.reconcile.shards;

import java.util.BitSet;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The note about its shards that a replica publishes on the roster: {@code shards=64 weight=1 held=0-15,40 run=… answers=2}.
 * Fields of later versions may follow.
 *
 * @param count the number of shards that the replica is configured with
 * @param held the shards that it holds; must not be modified
 * @param run what distinguishes the replica from another one with its id; empty in notes of earlier versions
 * @param answers how many publications of others with its id the replica has seen; written only, so that a new one is
 *     published with each
 */
record ShardStatusNote(int count, int weight, BitSet held, Optional<ReplicaRun> run, int answers) {
    private static final Pattern FORM =
            Pattern.compile("shards=(\\d{1,6}) weight=(\\d{1,6}) held=((?:\\d{1,6}(?:-\\d{1,6})?(?:,(?=\\d)|(?= |$)))*)"
                    + "(?: run=(\\S{1,120}))?(?: .*)?");

    String text() {
        StringBuilder text = new StringBuilder("shards=" + count + " weight=" + weight + " held=");
        String comma = "";
        for (int from = held.nextSetBit(0); from >= 0; ) {
            int end = held.nextClearBit(from);
            text.append(comma).append(from);
            if (end - 1 > from) {
                text.append('-').append(end - 1);
            }
            comma = ",";
            from = held.nextSetBit(end);
        }
        run.ifPresent(one -> text.append(" run=").append(one.text()));
        if (answers > 0) {
            text.append(" answers=").append(answers);
        }
        return text.toString();
    }

    /** Parses a note; empty if it is malformed or contains numbers out of range. */
    static Optional<ShardStatusNote> parse(String text) {
        Matcher form = FORM.matcher(text);
        if (!form.matches()) {
            return Optional.empty();
        }
        int count = Integer.parseInt(form.group(1));
        BitSet held = new BitSet();
        for (String range : form.group(3).split(",", -1)) {
            if (!range.isEmpty()) {
                int dash = range.indexOf('-');
                int from = Integer.parseInt(dash < 0 ? range : range.substring(0, dash));
                int to = dash < 0 ? from : Integer.parseInt(range.substring(dash + 1));
                if (to < from || to >= count) {
                    return Optional.empty();
                }
                held.set(from, to + 1);
            }
        }
        Optional<ReplicaRun> run = Optional.ofNullable(form.group(4)).flatMap(ReplicaRun::parse);
        return Optional.of(new ShardStatusNote(count, Integer.parseInt(form.group(2)), held, run, 0));
    }
}
