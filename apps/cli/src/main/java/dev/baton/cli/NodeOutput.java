package dev.baton.cli;

import dev.baton.node.client.ControllerReply;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Prints the responses of a job controller, as text or as JSON lines. */
final class NodeOutput {

    private NodeOutput() {}

    /** Prints the error in a response and returns the exit code for it. */
    static int refused(Invocation call, ControllerReply reply) {
        return call.refuse(
                reply.text("message").orElse(reply.error()) + " (" + reply.error() + ", " + reply.from() + ")");
    }

    /** Prints the objects in a field of the response, or its error. */
    static int printList(Invocation call, ControllerReply reply, String field, List<String> columns) {
        if (!reply.isOk()) {
            return refused(call, reply);
        }
        print(call, reply.body().get(field) instanceof List<?> objects ? objects : List.of(), columns);
        return ExitCode.DONE;
    }

    /** Prints the objects as a table with these fields. */
    static void print(Invocation call, List<?> objects, List<String> columns) {
        if (call.has("--json")) {
            objects.forEach(call::printJson);
            return;
        }
        TextTable table = new TextTable()
                .row(columns.stream()
                        .map(field -> field.replace('_', ' ').toUpperCase(Locale.ROOT))
                        .toArray());
        for (Object object : objects) {
            if (object instanceof Map<?, ?> fields) {
                table.row(columns.stream().map(fields::get).toArray());
            }
        }
        call.out().print(table);
    }

    /** Prints the object in the response, one field per line and the output of the job last; or its error. */
    static int printOne(Invocation call, ControllerReply reply) {
        if (!reply.isOk()) {
            return refused(call, reply);
        }
        if (call.has("--json")) {
            call.printJson(reply.body());
            return ExitCode.DONE;
        }
        TextTable table = new TextTable();
        reply.body().forEach((field, value) -> {
            if (value != null && !field.equals("output")) {
                table.row(field, value);
            }
        });
        call.out().print(table);
        reply.text("output").filter(output -> !output.isEmpty()).ifPresent(output -> {
            call.out().println();
            output.lines().forEach(line -> call.out().println(TextTable.plain(line)));
        });
        return ExitCode.DONE;
    }
}
