package dev.baton.cli;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.Map;

/** One call of the command inside this process, with what it printed. */
record Cli(int code, String out, String err) {

    static Cli run(String... args) {
        return run(Map.of(), args);
    }

    static Cli run(Map<String, String> environment, String... args) {
        return run(environment, false, args);
    }

    static Cli run(Map<String, String> environment, boolean terminal, String... args) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        ByteArrayOutputStream err = new ByteArrayOutputStream();
        CommandContext around = new CommandContext(stream(out), stream(err), environment, terminal);
        int code = new Main(around).run(args);
        return new Cli(code, out.toString(StandardCharsets.UTF_8), err.toString(StandardCharsets.UTF_8));
    }

    private static PrintStream stream(ByteArrayOutputStream bytes) {
        return new PrintStream(bytes, true, StandardCharsets.UTF_8);
    }
}
