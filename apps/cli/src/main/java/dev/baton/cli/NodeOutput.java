package dev.baton.cli;

import dev.baton.node.client.ControllerReply;
import dev.baton.support.json.Json;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.PositionalParamSpec;

/** What a controller answered, for people or as lines of JSON. */
final class NodeOutput {

    private NodeOutput() {}

    /** Adds two words: one that is needed, and one that may follow. */
    static void words(CommandSpec spec, String first, String about, String second, String aboutSecond) {
        spec.addPositional(PositionalParamSpec.builder()
                .index("0")
                .arity("1")
                .required(true)
                .paramLabel(first)
                .type(String.class)
                .description(about)
                .build());
        spec.addPositional(PositionalParamSpec.builder()
                .index("1")
                .arity("0..1")
                .paramLabel(second)
                .type(String.class)
                .description(aboutSecond)
                .build());
    }

    /** Says why not. */
    static int refused(CommandContext around, ControllerReply reply) {
        around.complain(reply.text("message").orElse(reply.error()) + " (" + reply.error() + ", " + reply.from() + ")");
        return ExitCode.NO;
    }

    /** Objects as a table of these fields, or one a line. */
    static void rows(@Nullable Object list, String[] fields, Subcommand.Invocation call) {
        List<?> objects = list instanceof List<?> given ? given : List.of();
        if (OptionReader.has(call.given(), "--json")) {
            objects.forEach(object -> call.around().out().println(Json.write(object)));
            return;
        }
        List<String[]> rows = new ArrayList<>();
        String[] heading = new String[fields.length];
        for (int i = 0; i < fields.length; i++) {
            heading[i] = fields[i].replace('_', ' ').toUpperCase(Locale.ROOT);
        }
        rows.add(heading);
        for (Object object : objects) {
            if (object instanceof Map<?, ?> map) {
                String[] row = new String[fields.length];
                for (int i = 0; i < fields.length; i++) {
                    row[i] = text(map.get(fields[i]));
                }
                rows.add(row);
            }
        }
        TextTable.print(rows, call.around().out());
    }

    /** One object, a field a line; what it printed comes last and as it is. */
    static void details(Map<String, @Nullable Object> object, CommandContext around) {
        List<String[]> rows = new ArrayList<>();
        object.forEach((key, value) -> {
            if (value != null && !key.equals("output")) {
                rows.add(new String[] {key, text(value)});
            }
        });
        TextTable.print(rows, around.out());
        if (object.get("output") instanceof String output && !output.isEmpty()) {
            around.out().println();
            output.lines().forEach(line -> around.out().println(TextTable.plain(line)));
        }
    }

    private static String text(@Nullable Object value) {
        return value == null ? "-" : TextTable.plain(value instanceof String text ? text : Json.write(value));
    }
}
