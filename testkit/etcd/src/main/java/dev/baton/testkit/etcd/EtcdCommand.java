package dev.baton.testkit.etcd;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** Runs {@code etcdctl}, the client of etcd itself. */
public final class EtcdCommand {

    private EtcdCommand() {}

    /** Returns a command that was not started. */
    public static ProcessBuilder of(String addresses, List<String> arguments) {
        List<String> command = new ArrayList<>(List.of("etcdctl", "--endpoints=" + addresses));
        command.addAll(arguments);
        ProcessBuilder builder = new ProcessBuilder(command);
        builder.environment().put("ETCDCTL_API", "3");
        return builder;
    }

    static String run(String addresses, List<String> arguments) {
        try {
            Process process = of(addresses, arguments).redirectErrorStream(true).start();
            process.getOutputStream().close();
            String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            if (process.waitFor() != 0) {
                throw new IllegalStateException("etcdctl " + arguments + " failed: " + output);
            }
            return output;
        } catch (IOException failed) {
            throw new UncheckedIOException("cannot run etcdctl; install etcd-client", failed);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted", interrupted);
        }
    }
}
