package dev.baton.fence;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/** A program in its own process, which can be frozen. */
final class TestProgram implements AutoCloseable {
    private final Process process;
    private final BlockingQueue<String> lines = new LinkedBlockingQueue<>();

    private TestProgram(Process process) {
        this.process = process;
        Thread reader = new Thread(this::read, "program");
        reader.setDaemon(true);
        reader.start();
    }

    static TestProgram start(Class<?> main, String... arguments) throws IOException {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx64m",
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                "-cp",
                System.getProperty("java.class.path"),
                main.getName()));
        command.addAll(List.of(arguments));
        return new TestProgram(new ProcessBuilder(command)
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start());
    }

    /** Returns the next line of its output. */
    String next() throws InterruptedException {
        String line = lines.poll(40, TimeUnit.SECONDS);
        if (line == null) {
            throw new IllegalStateException("the program printed nothing");
        }
        return line;
    }

    /** Sends a line, for which the program waits. */
    void proceed() throws IOException {
        process.getOutputStream().write('\n');
        process.getOutputStream().flush();
    }

    void freeze() throws IOException, InterruptedException {
        signal("STOP");
    }

    void resume() throws IOException, InterruptedException {
        signal("CONT");
    }

    int exitCode() throws InterruptedException {
        return process.waitFor();
    }

    private void signal(String name) throws IOException, InterruptedException {
        new ProcessBuilder("kill", "-" + name, Long.toString(process.pid()))
                .start()
                .waitFor();
    }

    private void read() {
        try (BufferedReader output =
                new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8))) {
            for (String line = output.readLine(); line != null; line = output.readLine()) {
                lines.add(line);
            }
        } catch (IOException gone) {
            lines.add("closed");
        }
    }

    @Override
    public void close() {
        process.destroyForcibly();
    }
}
