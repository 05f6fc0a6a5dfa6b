package dev.baton.lab.faults;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** When the works of all processes acted, by their own timestamps on the monotonic clock that they share. */
final class ActHistory {

    /** An act: of which process, in which epoch, and when. */
    private record Act(String process, long epoch, long at) {}

    private final List<Act> acts = new ArrayList<>();

    /** Adds an act. */
    void add(String process, long epoch, long at) {
        acts.add(new Act(process, epoch, at));
    }

    /** Adds the acts in the file of a process: a line with epoch and time for each. */
    void read(Path file) throws IOException {
        String text = Files.readString(file);
        // A killed process may leave a line without its end.
        String complete = text.substring(0, text.lastIndexOf('\n') + 1);
        complete.lines()
                .map(line -> line.split(" ", 2))
                .forEach(words ->
                        add(file.getFileName().toString(), Long.parseLong(words[0]), Long.parseLong(words[1])));
    }

    int size() {
        return acts.size();
    }

    /** Returns the number of tenures in which work acted. */
    long tenures() {
        return acts.stream().mapToLong(Act::epoch).distinct().count();
    }

    /** Returns a line for every pair of tenures of which the earlier acted after the later had begun to. */
    List<String> violations() {
        Map<String, String> found = new LinkedHashMap<>();
        Act newest = new Act("", 0, Long.MIN_VALUE);
        for (Act act : acts.stream().sorted(Comparator.comparingLong(Act::at)).toList()) {
            boolean sameEpoch = act.epoch() == newest.epoch();
            if (act.epoch() < newest.epoch()) {
                found.put(
                        act.process() + act.epoch(),
                        String.format(
                                Locale.ROOT,
                                "%s acted with epoch %d at least %.1f ms after %s had begun with epoch %d",
                                act.process(),
                                act.epoch(),
                                (act.at() - newest.at()) / 1e6,
                                newest.process(),
                                newest.epoch()));
            } else if (sameEpoch && !act.process().equals(newest.process())) {
                found.put(
                        act.process() + "=" + newest.process(),
                        act.process() + " and " + newest.process() + " both acted with epoch " + act.epoch());
            } else if (!sameEpoch) {
                newest = act;
            }
        }
        return List.copyOf(found.values());
    }
}
