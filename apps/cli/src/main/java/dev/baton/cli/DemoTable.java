package dev.baton.cli;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;

/** The demo's live table: redrawn in place on a terminal, appended at every change otherwise. */
final class DemoTable {
    private static final int NOTES = 5;
    private static final String HOME_AND_CLEAR = "\u001b[H\u001b[2J";
    private static final String GREEN = "\u001b[32m";
    private static final String PLAIN = "\u001b[0m";

    private final CommandContext around;
    private final Deque<String> notes = new ArrayDeque<>();
    private final String invitation;
    private String shown = "";

    /** A table below an invitation, which may be empty. */
    DemoTable(CommandContext around, String invitation) {
        this.around = around;
        this.invitation = invitation;
        if (!invitation.isEmpty() && !around.terminal()) {
            around.out().println(invitation);
        }
    }

    void note(String text) {
        notes.addLast(text);
        if (notes.size() > NOTES) {
            notes.removeFirst();
        }
        if (!around.terminal()) {
            around.out().println(text);
        }
    }

    void show(List<DemoProcess> actors) {
        String table = table(actors);
        if (table.equals(shown)) {
            return;
        }
        shown = table;
        if (around.terminal()) {
            around.out()
                    .print(HOME_AND_CLEAR + (invitation.isEmpty() ? "" : invitation + "\n\n") + table + "\n"
                            + String.join("\n", notes) + "\nCtrl-C ends it.\n");
            around.out().flush();
        } else {
            around.out().println(table);
        }
    }

    private String table(List<DemoProcess> actors) {
        List<String[]> rows = new ArrayList<>();
        rows.add(new String[] {"INSTANCE", "PID", "EPOCH", "STATE"});
        for (DemoProcess actor : actors) {
            String state = around.colours() && actor.leads() ? GREEN + actor.state() + PLAIN : actor.state();
            rows.add(new String[] {actor.name(), Long.toString(actor.pid()), Long.toString(actor.epoch()), state});
        }
        ByteArrayOutputStream text = new ByteArrayOutputStream();
        TextTable.print(rows, new PrintStream(text, true, StandardCharsets.UTF_8));
        return text.toString(StandardCharsets.UTF_8);
    }
}
