package dev.baton.lab.mixed.engine;

import dev.baton.lab.LabProcess;
import java.io.IOException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A JVM with a participant in every election. */
public final class ProgramProcess implements Participant {
    private static final List<String> FLAGS = List.of(
            "-Xmx128m", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "-Dorg.slf4j.simpleLogger.defaultLogLevel=off");

    private final String name;
    private final Class<?> program;
    private final String servers;
    private final String ending;
    private final MixedSite site;
    private @Nullable LabProcess process;
    private int starts;
    private boolean over;

    /**
     * Describes a process that is not started.
     *
     * @param servers the first argument of the program
     * @param ending of the file with its readings
     */
    public ProgramProcess(String name, Class<?> program, String servers, String ending, MixedSite site) {
        this.name = name;
        this.program = program;
        this.servers = servers;
        this.ending = ending;
        this.site = site;
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public synchronized void start() throws IOException {
        if (over || (process != null && process.isAlive())) {
            return;
        }
        starts++;
        String holder = name + "-" + starts;
        process = LabProcess.start(
                FLAGS,
                program,
                servers,
                site.folder().resolve(holder + ending).toString(),
                holder,
                String.join(",", site.elections()));
    }

    @Override
    public synchronized void kill() {
        if (process != null) {
            process.kill();
            process.awaitEnd();
        }
    }

    @Override
    public synchronized void freeze() throws IOException {
        signal("STOP");
    }

    @Override
    public synchronized void thaw() throws IOException {
        signal("CONT");
    }

    private void signal(String name) throws IOException {
        if (process != null && process.isAlive()) {
            process.signal(name);
        }
    }

    @Override
    public synchronized void leave(String election) {
        if (process != null && process.isAlive()) {
            process.send("leave " + election);
        }
    }

    @Override
    public synchronized void end() {
        over = true;
        if (process != null) {
            process.close();
        }
    }
}
