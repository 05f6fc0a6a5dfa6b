package dev.baton.cli;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.Map;

/** The exit code and the output of a command that ran inside this process. */
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
        CommandContext context = new CommandContext(stream(out), stream(err), environment, terminal);
        int code = new Main(context).run(args);
        return new Cli(code, out.toString(StandardCharsets.UTF_8), err.toString(StandardCharsets.UTF_8));
    }

    private static PrintStream stream(ByteArrayOutputStream bytes) {
        return new PrintStream(bytes, true, StandardCharsets.UTF_8);
    }
}
