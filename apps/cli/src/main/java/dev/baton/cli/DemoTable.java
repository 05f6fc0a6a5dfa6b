package dev.baton.cli;

import java.time.LocalTime;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** The table of the demo: redrawn on the screen of a terminal, otherwise appended on every change. */
final class DemoTable {
    private static final int NOTES = 8;
    private static final DateTimeFormatter TIME = DateTimeFormatter.ofPattern("HH:mm:ss", Locale.ROOT);

    private final CommandContext context;
    private final Optional<LiveScreen> screen;
    private final Deque<String> notes = new ArrayDeque<>();
    private final String invitation;
    private final String keys;
    private String shown = "";

    /**
     * Creates a table below an invitation, which may be empty.
     *
     * @param keys what the keys do, the last line on a screen
     */
    DemoTable(CommandContext context, Optional<LiveScreen> screen, String invitation, String keys) {
        this.context = screen.map(LiveScreen::context).orElse(context);
        this.screen = screen;
        this.invitation = invitation;
        this.keys = keys;
        if (!invitation.isEmpty() && screen.isEmpty()) {
            context.out().println(invitation);
        }
    }

    /** Returns whether nobody can read the table any more, as after {@code head}, and there is no page. */
    boolean isUnread() {
        return screen.isEmpty() && invitation.isEmpty() && context.out().checkError();
    }

    void note(String text) {
        notes.addLast(LocalTime.now(ZoneId.systemDefault()).format(TIME) + "  " + text);
        if (notes.size() > NOTES) {
            notes.removeFirst();
        }
        if (screen.isEmpty()) {
            context.out().println(text);
        }
    }

    void show(List<DemoProcess> processes, String summary) {
        TextTable rows = TextTable.on(context).row("INSTANCE", "PID", "EPOCH", "STATE");
        processes.forEach(process -> process.addRowTo(rows));
        String table = rows.toString();
        screen.ifPresent(on -> on.draw("Three processes elect a leader among themselves; only one leads.\n"
                + (invitation.isEmpty() ? "" : invitation + "\n") + "\n" + table + "\n"
                + context.paint(TextColour.BOLD, summary) + "\n" + String.join("\n", notes) + "\n\n" + keys));
        if (screen.isEmpty() && !table.equals(shown)) {
            context.out().println(table);
        }
        shown = table;
    }
}
