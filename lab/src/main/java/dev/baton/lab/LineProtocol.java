package dev.baton.lab;

import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;

/** The child's side of a {@link LabProcess}: commands on stdin, replies on stdout, one per line. Thread-safe. */
public final class LineProtocol {
    private final BufferedReader commands =
            new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));

    /** Runs one command. */
    public interface CommandHandler {
        void run(String command) throws Exception;
    }

    public synchronized void send(String line) {
        System.out.println(line);
        System.out.flush();
    }

    /** Runs commands until the input ends. */
    public void runCommands(CommandHandler handler) throws Exception {
        runCommandsUntil("", handler);
    }

    /** Runs commands until the given one is received or the input ends. */
    public void runCommandsUntil(String last, CommandHandler handler) throws Exception {
        for (String line = commands.readLine(); line != null && !line.equals(last); line = commands.readLine()) {
            handler.run(line);
        }
    }
}
