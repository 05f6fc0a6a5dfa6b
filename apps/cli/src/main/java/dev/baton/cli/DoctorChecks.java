package dev.baton.cli;

import dev.baton.spi.FailoverTimes;
import dev.baton.spi.StoreCheck;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The results of the checks of a store, as {@code baton doctor} prints them. */
record DoctorChecks(List<StoreCheck> checks) {

    /** Prints a line for each check, and one for the leash if the store could be opened. */
    void print(CommandContext context, Optional<LeashChoice> leash) {
        TextTable results = TextTable.on(context);
        List<String> details = new ArrayList<>();
        for (StoreCheck check : checks) {
            results.row(check.ok() ? TextColour.GREEN.of("  ok") : TextColour.RED.of("  FAILED"), check.name(), "");
            details.add(check.detail());
        }
        leash.ifPresent(choice -> {
            boolean strong = choice.level().isNamespace();
            results.row(strong ? TextColour.GREEN.of("  ok") : TextColour.YELLOW.of("  warn"), "leash", "");
            details.add(choice.describe());
        });
        List<String> begins = results.toString().lines().toList();
        for (int i = 0; i < begins.size(); i++) {
            context.out().println(begins.get(i) + TextTable.lines(ShortDuration.in(details.get(i))));
        }
    }

    /** Prints the verdict, which is the last line. */
    void printVerdict(CommandContext context, Optional<FailoverTimes> failover) {
        List<String> failed = checks.stream()
                .filter(check -> !check.ok())
                .map(StoreCheck::name)
                .toList();
        String verdict = failed.isEmpty()
                ? "Verdict: ok. All " + checks.size() + " checks of the store passed"
                        + failover.map(times -> "; another instance leads within " + ShortDuration.exact(worst(times))
                                        + " in the worst case")
                                .orElse("")
                        + "."
                : "Verdict: not ok. " + failed.size() + " of " + checks.size() + " checks failed: "
                        + failed.stream().map(TextTable::plain).collect(Collectors.joining(", ")) + ".";
        context.out().println(context.paint(failed.isEmpty() ? TextColour.GREEN : TextColour.RED, verdict));
    }

    private static Duration worst(FailoverTimes times) {
        return Stream.of(times.kill(), times.freeze(), times.partition(), times.release())
                .max(Duration::compareTo)
                .orElseThrow();
    }
}
