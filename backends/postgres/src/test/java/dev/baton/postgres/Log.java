package dev.baton.postgres;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;

/** What is logged while it is open; it goes to where it went before as well. */
final class Log implements AutoCloseable {
    private final PrintStream before = System.err;
    private final ByteArrayOutputStream heard = new ByteArrayOutputStream();

    Log() {
        System.setErr(new PrintStream(heard, true, StandardCharsets.UTF_8));
    }

    String text() {
        return heard.toString(StandardCharsets.UTF_8);
    }

    @Override
    public void close() {
        System.setErr(before);
        before.print(text());
    }
}
