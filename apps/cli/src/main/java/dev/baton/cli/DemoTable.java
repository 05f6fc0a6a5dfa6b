package dev.baton.cli;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;

/** The table of the demo: redrawn in place on a terminal, otherwise appended on every change. */
final class DemoTable {
    private static final int NOTES = 5;
    private static final String HOME_AND_CLEAR = "\u001b[H\u001b[2J";
    private static final String GREEN_LEADER = "\u001b[32mleader\u001b[0m";

    private final CommandContext context;
    private final Deque<String> notes = new ArrayDeque<>();
    private final String invitation;
    private String shown = "";

    /** Creates a table below an invitation, which may be empty. */
    DemoTable(CommandContext context, String invitation) {
        this.context = context;
        this.invitation = invitation;
        if (!invitation.isEmpty() && !context.terminal()) {
            context.out().println(invitation);
        }
    }

    void note(String text) {
        notes.addLast(text);
        if (notes.size() > NOTES) {
            notes.removeFirst();
        }
        if (!context.terminal()) {
            context.out().println(text);
        }
    }

    void show(List<DemoProcess> processes) {
        String table = table(processes);
        if (table.equals(shown)) {
            return;
        }
        shown = table;
        if (context.terminal()) {
            context.out()
                    .print(HOME_AND_CLEAR + (invitation.isEmpty() ? "" : invitation + "\n\n") + table + "\n"
                            + String.join("\n", notes) + "\nPress Ctrl-C to stop.\n");
            context.out().flush();
        } else {
            context.out().println(table);
        }
    }

    private String table(List<DemoProcess> processes) {
        TextTable table = new TextTable().row("INSTANCE", "PID", "EPOCH", "STATE");
        processes.forEach(process -> process.addRowTo(table));
        return context.colours() ? table.toString().replace("leader", GREEN_LEADER) : table.toString();
    }
}
