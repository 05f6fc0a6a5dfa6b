package dev.baton.cli;

import java.util.List;

/**
 * The alternate screen of a terminal, which is drawn again and again. What the terminal showed before is back when it is
 * closed, also when a signal ends the process, and while Ctrl-Z suspends it. The terminal can be resized.
 */
final class LiveScreen implements AutoCloseable {
    /** Alternate screen, no cursor, no line wrap. */
    private static final String ENTER = "\u001b[?1049h\u001b[?25l\u001b[?7l\u001b[2J";

    private static final String LEAVE = "\u001b[?7h\u001b[?25h\u001b[?1049l";
    private static final String HOME = "\u001b[H";
    private static final String CLEAR_LINE = "\u001b[K";
    private static final String CLEAR_BELOW = "\u001b[J";

    private final CommandContext context;
    private boolean closed;

    private LiveScreen(CommandContext context) {
        this.context = context;
    }

    static LiveScreen open(CommandContext context) {
        LiveScreen screen = new LiveScreen(context.withCurrentSize());
        StopSignals.atExit(screen::close);
        StopSignals.handleJobControl(screen::followJobControl);
        screen.write(ENTER);
        return screen;
    }

    /** Replaces what the screen shows. Lines below its last line are left out. */
    synchronized void draw(String text) {
        if (!closed) {
            write(frame(text, context.rows()));
        }
    }

    /** Clears before the text: after a line as wide as the terminal, the cursor is on its last character. */
    static String frame(String text, int rows) {
        List<String> lines = text.lines().limit(rows).toList();
        StringBuilder frame = new StringBuilder(HOME);
        for (int i = 0; i < lines.size(); i++) {
            frame.append(i == 0 ? "" : "\n")
                    .append(i == lines.size() - 1 ? CLEAR_BELOW : CLEAR_LINE)
                    .append(lines.get(i));
        }
        return frame.toString();
    }

    /** Returns the context of the command, with the size that the terminal has at each moment. */
    CommandContext context() {
        return context;
    }

    /** Shows what the terminal showed before while Ctrl-Z suspends the process. */
    private synchronized void followJobControl(String signal) {
        if (!closed) {
            write(signal.equals("STOP") ? LEAVE : ENTER);
        }
    }

    @Override
    public synchronized void close() {
        if (!closed) {
            closed = true;
            write(LEAVE);
        }
    }

    private void write(String text) {
        context.out().print(text);
        context.out().flush();
    }
}
