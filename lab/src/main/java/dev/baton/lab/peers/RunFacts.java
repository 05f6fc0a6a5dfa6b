package dev.baton.lab.peers;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.Locale;

/**
 * When and where the trials ran.
 *
 * @param loadBefore the load average of a minute before the first trial
 * @param loadNow the same at the end
 */
record RunFacts(
        LocalDate date, String machine, String java, int rounds, int idleSeconds, double loadBefore, double loadNow) {

    static RunFacts atStart(int rounds, int idleSeconds) throws IOException {
        String machine = String.format(
                Locale.ROOT,
                "%s, %d cores, Linux %s",
                processor(),
                Runtime.getRuntime().availableProcessors(),
                System.getProperty("os.version"));
        return new RunFacts(
                LocalDate.now(ZoneOffset.UTC),
                machine,
                "Java " + System.getProperty("java.version") + " of " + System.getProperty("java.vendor"),
                rounds,
                idleSeconds,
                load(),
                load());
    }

    private static String processor() throws IOException {
        return Files.readAllLines(Path.of("/proc/cpuinfo")).stream()
                .filter(line -> line.startsWith("model name"))
                .map(line -> line.substring(line.indexOf(':') + 1).trim())
                .findFirst()
                .orElse(System.getProperty("os.arch"));
    }

    RunFacts withLoadNow() {
        return new RunFacts(date, machine, java, rounds, idleSeconds, loadBefore, load());
    }

    private static double load() {
        return ManagementFactory.getOperatingSystemMXBean().getSystemLoadAverage();
    }
}
