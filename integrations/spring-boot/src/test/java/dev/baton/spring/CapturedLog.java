package dev.baton.spring;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;

/** What applications print while an action runs. An application that starts meanwhile logs to the current output. */
final class CapturedLog {

    private CapturedLog() {}

    static String of(Runnable action) {
        PrintStream before = System.out;
        ByteArrayOutputStream log = new ByteArrayOutputStream();
        System.setOut(new PrintStream(log, true, StandardCharsets.UTF_8));
        try {
            action.run();
        } finally {
            System.setOut(before);
        }
        return log.toString(StandardCharsets.UTF_8);
    }
}
