package dev.baton.lab;

import java.util.Arrays;
import java.util.concurrent.TimeUnit;

/**
 * Two processes of another recipe, the first of which leads. They send {@code waiting} when they have joined and
 * {@code acquired NANOS}, and reply to {@code yield} with {@code from NANOS}. Each hand-over replaces the one that resigned.
 */
public final class ProcessHandOver implements AutoCloseable {
    private static final long SETTLE_MILLIS = 300;

    private final Class<?> program;
    private final String[] arguments;
    private LabProcess leader;
    private LabProcess standby;
    private int count;

    /**
     * Starts both.
     *
     * @param arguments the arguments of the program before the id of the candidate
     */
    public ProcessHandOver(Class<?> program, String... arguments) throws Exception {
        this.program = program;
        this.arguments = arguments;
        this.leader = next();
        leader.await("acquired");
        this.standby = next();
        settle();
    }

    private LabProcess next() throws Exception {
        String[] all = Arrays.copyOf(arguments, arguments.length + 1);
        all[arguments.length] = "candidate-" + count++;
        return LabProcess.start(LabProcess.QUIET, program, all);
    }

    private void settle() throws Exception {
        standby.await("waiting");
        TimeUnit.MILLISECONDS.sleep(SETTLE_MILLIS);
    }

    /** Lets the leader resign, and returns the milliseconds until the next one leads. */
    public double millis() throws Exception {
        leader.send("yield");
        long acquired = standby.awaitNumber("acquired");
        double taken = (acquired - leader.awaitNumber("from")) / 1e6;
        leader.close();
        leader = standby;
        standby = next();
        settle();
        return taken;
    }

    @Override
    public void close() {
        leader.close();
        standby.close();
    }
}
