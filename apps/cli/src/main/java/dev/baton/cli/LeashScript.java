package dev.baton.cli;

import dev.baton.Leadership;
import dev.baton.spi.LiveCommandCheck;
import dev.baton.support.process.MachineUptime;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ThreadLocalRandom;

/**
 * The command lines that run {@code leash.sh}. Its text is in the environment of its processes, so that it needs no file.
 *
 * @param level the level of the leash
 * @param place where the processes of the command are found: a control group, or a number as marker
 */
record LeashScript(LeashLevel level, String place) {
    private static final String TEXT = read();
    private static final int MARKER_NOISE_BITS = 20;

    static LeashScript create(LeashLevel level) throws IOException {
        return new LeashScript(
                level,
                switch (level) {
                    case NAMESPACE, USER_NAMESPACE -> "-";
                    case CGROUP -> LeashProbe.newGroup().toString();
                    case MARKER -> Long.toString(newMarker());
                });
    }

    /** A later marker is smaller: a command inside a command can lower its hard limit, but not raise it. */
    private static long newMarker() {
        long noise = ThreadLocalRandom.current().nextLong(1L << MARKER_NOISE_BITS);
        return (1L << 62) - (MachineUptime.millis() << MARKER_NOISE_BITS) - noise;
    }

    /** Returns the watchdog, which starts the command. */
    ProcessBuilder watch(Leash leash, Leadership leadership, LeashFiles files) {
        List<String> words = new ArrayList<>();
        words.add("setsid");
        if (level.isNamespace() || LeashProbe.hasSetpriv()) {
            // In a namespace the kernel does the rest. Elsewhere the watchdog survives, to search and kill.
            words.addAll(List.of("setpriv", "--pdeathsig", level.isNamespace() ? "KILL" : "TERM", "--"));
        }
        words.addAll(shell(
                "baton-watchdog",
                "watch",
                // A successor kills the recorded process if it has the mark. A watchdog has none: it must outlive the
                // command.
                level.isNamespace() ? LiveCommandCheck.mark(leadership.election(), leadership.epoch()) : "-",
                leash.grace().toMillis(),
                files.reportPath().toString(),
                files.deadlinesPath().toString()));
        words.addAll(leash.command());
        ProcessBuilder builder = new ProcessBuilder(words).inheritIO();
        if (leash.captured()) {
            builder.redirectInput(new File("/dev/null"))
                    .redirectErrorStream(true)
                    .redirectOutput(ProcessBuilder.Redirect.PIPE);
        }
        Map<String, String> environment = builder.environment();
        removeOwn(environment);
        restoreLocale(environment);
        environment.put("BATON_ELECTION", leadership.election());
        environment.put("BATON_EPOCH", Long.toString(leadership.epoch()));
        environment.put("BATON_TENURE", TenureMark.of(leadership));
        environment.put("BATON_LEADER_ID", leadership.instanceId());
        environment.putAll(leash.environment());
        environment.put("BATON_LEASH_SCRIPT", TEXT);
        return builder;
    }

    /** Returns a process that kills what it finds of the command, and ends when there is nothing left. */
    ProcessBuilder kill(String group) {
        List<String> words = shell("baton-kill", "kill", "-", 0, "-", "-");
        words.add(group);
        ProcessBuilder builder =
                new ProcessBuilder(words).redirectErrorStream(true).redirectOutput(ProcessBuilder.Redirect.DISCARD);
        removeOwn(builder.environment());
        builder.environment().put("BATON_LEASH_SCRIPT", TEXT);
        return builder;
    }

    /** Removes the variables that are for this process only: its identity, its leash and its secrets. */
    static void removeOwn(Map<String, String> environment) {
        // If baton itself runs on a leash, the inner watchdog must not be found as a descendant of the outer command.
        environment.keySet().removeAll(List.of("BATON_INSTANCE_ID", "BATON_LEASH", "BATON_MQTT_PASSWORD"));
    }

    private List<String> shell(
            String name, String mode, String mark, long graceMillis, String reportFile, String deadlineFile) {
        String self = Long.toString(ProcessHandle.current().pid());
        String grace = Long.toString(graceMillis);
        return new ArrayList<>(List.of(
                "sh",
                "-c",
                "eval \"$BATON_LEASH_SCRIPT\"",
                name,
                mode,
                level.word(),
                place,
                mark,
                grace,
                self,
                reportFile,
                deadlineFile));
    }

    /** Restores the locale that the launcher replaced for this process. */
    private static void restoreLocale(Map<String, String> environment) {
        String before = environment.remove("BATON_LC_ALL");
        if ("unset".equals(before)) {
            environment.remove("LC_ALL");
        } else if (before != null) {
            environment.put("LC_ALL", before);
        }
    }

    private static String read() {
        try (InputStream script = Objects.requireNonNull(LeashScript.class.getResourceAsStream("leash.sh"))) {
            return new String(script.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException broken) {
            throw new UncheckedIOException(broken);
        }
    }
}
