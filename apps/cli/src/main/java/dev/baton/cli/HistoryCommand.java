package dev.baton.cli;

import dev.baton.Baton;
import dev.baton.Tenure;
import dev.baton.spi.StatusJson;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** {@code baton history ELECTION}: the past tenures, as far back as the store keeps them. */
final class HistoryCommand implements Subcommand {

    @Override
    public CommandSyntax syntax() {
        return StoreOptions.addTo(
                        new CommandSyntax(
                                "baton history",
                                "Shows past leaderships and why they ended, oldest first, as far back as the store keeps them."))
                .flag("--json", "Print one JSON object per line.")
                .required("ELECTION", "The name of the election.");
    }

    @Override
    public int run(Invocation call) {
        String election = call.election().orElseThrow();
        try (Baton baton = StoreOptions.connectAsObserver(call)) {
            List<Tenure> tenures = baton.election(election).history();
            if (call.has("--json")) {
                tenures.forEach(tenure -> call.printJson(json(tenure)));
            } else if (tenures.isEmpty()) {
                call.out().println("no recorded leaderships of " + election);
            } else {
                call.out().print(table(tenures));
            }
        }
        return ExitCode.DONE;
    }

    private static Map<String, @Nullable Object> json(Tenure tenure) {
        Map<String, @Nullable Object> object = new LinkedHashMap<>();
        object.put("epoch", tenure.epoch());
        object.put("instance_id", tenure.instanceId());
        object.put("from", StatusJson.time(tenure.from()));
        object.put("to", tenure.to().map(StatusJson::time).orElse(null));
        object.put("reason", tenure.reason().orElse(null));
        return object;
    }

    private static TextTable table(List<Tenure> tenures) {
        TextTable table = new TextTable().row("EPOCH", "INSTANCE", "FROM", "TO", "REASON");
        tenures.forEach(tenure -> table.row(
                tenure.epoch(),
                tenure.instanceId(),
                StatusJson.time(tenure.from()),
                tenure.to().map(StatusJson::time).orElse("-"),
                tenure.reason().orElse("-")));
        return table;
    }
}
