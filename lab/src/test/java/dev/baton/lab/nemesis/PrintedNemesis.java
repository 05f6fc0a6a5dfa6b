package dev.baton.lab.nemesis;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** Runs the command, and keeps what it prints. */
final class PrintedNemesis {
    private final ByteArrayOutputStream printed = new ByteArrayOutputStream();

    int run(String... words) throws Exception {
        PrintStream out = new PrintStream(printed, true, StandardCharsets.UTF_8);
        return Nemesis.run(List.of(words), out, out);
    }

    String output() {
        return printed.toString(StandardCharsets.UTF_8);
    }
}
