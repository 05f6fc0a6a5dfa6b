package dev.baton.cli;

import java.util.stream.Collectors;

/**
 * The alternate screen of a terminal, which is drawn again and again. What the terminal showed before is back when it is
 * closed, also when a signal ends the process.
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
        LiveScreen screen = new LiveScreen(context);
        StopSignals.atExit(screen::close);
        screen.write(ENTER);
        return screen;
    }

    /** Replaces what the screen shows. Lines below its last line are left out. */
    synchronized void draw(String text) {
        if (!closed) {
            write(HOME
                    + text.lines()
                            .limit(context.rows())
                            .map(line -> line + CLEAR_LINE)
                            .collect(Collectors.joining("\n"))
                    + CLEAR_BELOW);
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
