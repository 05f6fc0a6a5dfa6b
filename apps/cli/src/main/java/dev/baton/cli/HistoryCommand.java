package dev.baton.cli;

import dev.baton.Baton;
import dev.baton.Tenure;
import dev.baton.spi.StatusJson;
import dev.baton.support.json.Json;
import dev.baton.support.text.Names;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;

/** {@code baton history ELECTION}: who led when, and why it ended, where the store keeps it. */
final class HistoryCommand implements Subcommand {

    @Override
    public CommandSpec spec() {
        CommandSpec spec = OptionReader.command(
                "history", "Shows who led when, and why it ended, oldest first, where the store keeps it.");
        StoreOptions.addTo(spec);
        OptionReader.flag(spec, "--json", "One object a line.");
        OptionReader.election(spec, true);
        return spec;
    }

    @Override
    public int run(Invocation call) {
        String election =
                Names.check("election", OptionReader.parameter(call.given()).orElseThrow());
        String url = StoreOptions.url(call.given(), call.around().environment(), false);
        try (Baton baton = Baton.connect(GroupUrls.asObserver(url))) {
            List<Tenure> reigns = baton.election(election).history();
            if (OptionReader.has(call.given(), "--json")) {
                for (Tenure reign : reigns) {
                    call.around().out().println(json(reign));
                }
            } else if (reigns.isEmpty()) {
                call.around().out().println("no reigns of " + election + " on record");
            } else {
                TextTable.print(rows(reigns), call.around().out());
            }
        }
        return ExitCode.DONE;
    }

    private static String json(Tenure reign) {
        Map<String, @Nullable Object> object = new LinkedHashMap<>();
        object.put("epoch", reign.epoch());
        object.put("instance_id", reign.instanceId());
        object.put("from", StatusJson.time(reign.from()));
        object.put("to", reign.to().map(StatusJson::time).orElse(null));
        object.put("reason", reign.reason().orElse(null));
        return Json.write(object);
    }

    private static List<String[]> rows(List<Tenure> reigns) {
        List<String[]> rows = new ArrayList<>();
        rows.add(new String[] {"EPOCH", "INSTANCE", "FROM", "TO", "REASON"});
        for (Tenure reign : reigns) {
            rows.add(new String[] {
                Long.toString(reign.epoch()),
                reign.instanceId(),
                StatusJson.time(reign.from()),
                reign.to().map(StatusJson::time).orElse("-"),
                reign.reason().orElse("-")
            });
        }
        return rows;
    }
}
