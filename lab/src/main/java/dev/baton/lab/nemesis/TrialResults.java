package dev.baton.lab.nemesis;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The results of all runs of a campaign, in a file if it has one. A later run with the same file continues the schedules of
 * the earlier ones, and its limits include them.
 */
final class TrialResults {
    private final Optional<Path> file;
    private final Map<String, List<TrialResult>> byStore;

    private TrialResults(Optional<Path> file, List<TrialResult> all) {
        this.file = file;
        this.byStore =
                all.stream().collect(Collectors.groupingBy(TrialResult::store, TreeMap::new, Collectors.toList()));
    }

    /** Reads the results of earlier runs. Other lines are ignored. */
    static TrialResults read(Optional<Path> file) throws IOException {
        if (file.isEmpty() || !Files.exists(file.get())) {
            return new TrialResults(file, List.of());
        }
        return new TrialResults(
                file,
                Files.readAllLines(file.get()).stream()
                        .flatMap(line -> TrialResult.parse(line).stream())
                        .toList());
    }

    void add(TrialResult result) throws IOException {
        byStore.merge(
                result.store(),
                List.of(result),
                (before, one) -> Stream.concat(before.stream(), one.stream()).toList());
        if (file.isPresent()) {
            Files.writeString(
                    file.get(),
                    result.line() + System.lineSeparator(),
                    StandardOpenOption.CREATE,
                    StandardOpenOption.APPEND);
        }
    }

    private List<TrialResult> of(String store) {
        return byStore.getOrDefault(store, List.of());
    }

    /** Returns how many steps of this seed were injected on this store. */
    int steps(String store, long seed) {
        return of(store).stream()
                .filter(result -> result.seed() == seed)
                .mapToInt(TrialResult::steps)
                .sum();
    }

    int faults(String store) {
        return of(store).stream().mapToInt(TrialResult::faultCount).sum();
    }

    long failovers(String store) {
        return of(store).stream().mapToLong(TrialResult::failovers).sum();
    }

    /** Returns a table with a row for each store and seed, and one for all seeds of a store that has several. */
    List<String> table() {
        List<String> lines = new ArrayList<>();
        lines.add(String.format(
                Locale.ROOT,
                "%-16s %8s %5s %8s %7s %18s %11s",
                "store",
                "seed",
                "runs",
                "minutes",
                "faults",
                "changes of leader",
                "violations"));
        byStore.forEach((store, results) -> {
            Map<Long, List<TrialResult>> bySeed = results.stream()
                    .collect(Collectors.groupingBy(TrialResult::seed, TreeMap::new, Collectors.toList()));
            bySeed.forEach((seed, runs) -> lines.add(row(store, Long.toString(seed), runs)));
            if (bySeed.size() > 1) {
                lines.add(row(store, "all", results));
            }
        });
        return lines;
    }

    private static String row(String store, String seed, List<TrialResult> runs) {
        return String.format(
                Locale.ROOT,
                "%-16s %8s %5d %8d %7d %18d %11d",
                store,
                seed,
                runs.size(),
                runs.stream().mapToLong(TrialResult::seconds).sum() / 60,
                runs.stream().mapToInt(TrialResult::faultCount).sum(),
                runs.stream().mapToLong(TrialResult::failovers).sum(),
                runs.stream().mapToInt(TrialResult::violations).sum());
    }
}
