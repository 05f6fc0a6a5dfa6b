package dev.baton.lab;

import java.util.Arrays;

/** A leader that is killed, and its standby: two processes that send {@code acquired NANOS} and {@code waiting}. */
public final class KilledLeader implements AutoCloseable {
    private final LabProcess leader;
    private final LabProcess standby;

    /**
     * Starts both.
     *
     * @param arguments the arguments of the program before the id of the candidate
     */
    public KilledLeader(Class<?> program, String... arguments) throws Exception {
        leader = start(program, arguments, "leader");
        leader.await("acquired");
        standby = start(program, arguments, "standby");
        standby.await("waiting");
    }

    private static LabProcess start(Class<?> program, String[] arguments, String id) throws Exception {
        String[] all = Arrays.copyOf(arguments, arguments.length + 1);
        all[arguments.length] = id;
        return LabProcess.start(LabProcess.QUIET, program, all);
    }

    /** Kills the leader, and returns the milliseconds until the standby has acquired. */
    public double kill() throws Exception {
        long from = System.nanoTime();
        leader.kill();
        return (standby.awaitNumber("acquired") - from) / 1e6;
    }

    @Override
    public void close() {
        leader.close();
        standby.close();
    }
}
