package dev.baton.support.process;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;

/**
 * Decides whether a process has ended, from its boot id, pid namespace, pid and start time.
 *
 * <p>{@code UNKNOWN} is the answer whenever something could not be read or compared: another boot, another pid
 * namespace, a boot id that a container replaced, a {@code /proc} that hides processes ({@code hidepid}, {@code ProtectProc=}), belongs to another
 * namespace, cannot be read (permissions, no file descriptors left) or does not exist (macOS).
 */
public final class ProcessEvidence {
    private static final int ATTEMPTS = 3;

    private final ProcFs proc;
    private final PidProbe probe;
    private volatile OwnIdentity self;

    private ProcessEvidence(ProcFs proc, PidProbe probe) {
        this.proc = proc;
        this.probe = probe;
        this.self = proc.ownIdentity();
    }

    /** Returns the evidence that this process can obtain. */
    public static ProcessEvidence ofThisMachine() {
        return new ProcessEvidence(ProcFs.SYSTEM, PidProbe.installed());
    }

    /** Returns the evidence that this process can obtain from {@code /proc} alone, without native code. */
    public static ProcessEvidence ofProcOnly() {
        return new ProcessEvidence(ProcFs.SYSTEM, PidProbe.NONE);
    }

    /** Returns evidence from another {@code /proc}, for tests. */
    static ProcessEvidence of(Path procRoot, long ownPid, PidProbe probe) {
        return new ProcessEvidence(new ProcFs(procRoot, ownPid), probe);
    }

    /** Returns whether the process has ended, for a store that several machines share. */
    public Evidence hasEnded(ProcessIdentity process) {
        return stateOf(process).hasEnded();
    }

    /** Returns what can be found out about the process, for a store that several machines share. */
    public ProcessState stateOf(ProcessIdentity process) {
        OwnIdentity own = self();
        if (own.identity().sharesPidsWith(process)) {
            return judge(process.pid(), process.startTime());
        }
        return own.maySharePidsWith(process) ? ProcessState.UNREADABLE : ProcessState.ELSEWHERE;
    }

    /** The first read may have failed for a reason that has passed. */
    private OwnIdentity self() {
        OwnIdentity known = self;
        if (known.mayBecomeKnown()) {
            known = proc.ownIdentity();
            self = known;
        }
        return known;
    }

    /**
     * Returns whether the process has ended, for a store that belongs to one machine by definition (a directory, an
     * SQLite file): there, a process of another boot has ended. Both boot ids must be known.
     */
    public Evidence hasEndedOnOwnMachine(ProcessIdentity process) {
        String boot = self().identity().bootId();
        boolean bothKnown = !boot.isEmpty() && !process.bootId().isEmpty();
        return bothKnown && !boot.equals(process.bootId()) ? Evidence.YES : hasEnded(process);
    }

    /**
     * Returns whether the process has ended, for a record of another program that contains a pid but no boot id. The
     * pid is judged on this machine, in the pid namespace of this process.
     *
     * @param startTime field 22 of {@code /proc/PID/stat} as the other program read it; 0 if the record has none
     */
    public Evidence hasEnded(long pid, long startTime) {
        boolean valid = pid > 0 && pid <= Integer.MAX_VALUE;
        return valid ? judge(pid, startTime).hasEnded() : Evidence.UNKNOWN;
    }

    /**
     * Kills the process, if it runs and has the mark among its arguments. A process without the mark is a stranger.
     *
     * @return whether the signal was sent
     */
    public boolean kill(ProcessIdentity process, String mark) {
        try {
            return hasEnded(process) == Evidence.NO
                    && proc.arguments(process.pid()).contains(mark)
                    && ProcessHandle.of(process.pid())
                            .filter(handle -> hasEnded(process) == Evidence.NO)
                            .map(ProcessHandle::destroyForcibly)
                            .orElse(false);
        } catch (IOException unreadable) {
            return false;
        }
    }

    /** @param startTime 0 if any process with this pid is meant */
    private ProcessState judge(long pid, long startTime) {
        Optional<Boolean> exists = probe.exists(pid);
        if (exists.isPresent() && !exists.get()) {
            return ProcessState.ENDED;
        }
        for (int attempt = 0; attempt < ATTEMPTS; attempt++) {
            try {
                return byProc(pid, startTime, exists.isPresent());
            } catch (IOException | RuntimeException unreadable) {
                // A process that ends during the read makes it fail; the next attempt finds no entry.
            }
        }
        return ProcessState.UNREADABLE;
    }

    private ProcessState byProc(long pid, long startTime, boolean knownToExist) throws IOException {
        if (!proc.showsOwnPids()) {
            return ProcessState.UNREADABLE;
        }
        Optional<ProcFs.Stat> found = proc.process(pid);
        if (found.isEmpty()) {
            // If the kernel said that the pid exists, the entry is hidden, or the process ended just now.
            boolean absent = !knownToExist && proc.showsAllProcesses(pid);
            return absent ? ProcessState.ENDED : ProcessState.UNREADABLE;
        }
        if (startTime > 0 && !proc.mayHaveStartedAt(found.get(), startTime)) {
            return ProcessState.ENDED;
        }
        return found.get().hasEnded() ? ProcessState.ENDED : ProcessState.RUNNING;
    }
}
