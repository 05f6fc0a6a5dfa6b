package dev.baton.lab.nemesis.candidate;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The arguments of {@link NemesisCandidate}.
 *
 * @param url the store
 * @param process the name of the process, which is its instance id
 * @param peers the names of all such processes, among which leaderships are spread
 * @param elections the elections in which it is a candidate
 * @param validity the validity of its leaderships; empty for the store's
 * @param history the file for its history
 * @param files the folder of the files that leaders write
 * @param sink the address of the HTTP service that leaders write to
 * @param sql the JDBC URL of the row that leaders write, if there is one
 */
public record CandidatePlan(
        String url,
        String process,
        List<String> peers,
        List<String> elections,
        Optional<Duration> validity,
        Path history,
        Path files,
        String sink,
        Optional<String> sql) {

    /** Returns the arguments of the command line. */
    public List<String> arguments() {
        List<String> words = new ArrayList<>(List.of(
                url,
                process,
                String.join(",", peers),
                String.join(",", elections),
                Long.toString(validity.map(Duration::toMillis).orElse(0L)),
                history.toString(),
                files.toString(),
                sink));
        sql.ifPresent(words::add);
        return words;
    }

    static CandidatePlan parse(String... words) {
        long validity = Long.parseLong(words[4]);
        return new CandidatePlan(
                words[0],
                words[1],
                List.of(words[2].split(",", -1)),
                List.of(words[3].split(",", -1)),
                validity == 0 ? Optional.empty() : Optional.of(Duration.ofMillis(validity)),
                Path.of(words[5]),
                Path.of(words[6]),
                words[7],
                words.length > 8 ? Optional.of(words[8]) : Optional.empty());
    }
}
