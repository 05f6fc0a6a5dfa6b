package dev.baton.spi;

import dev.baton.support.process.ControlGroupEvidence;
import dev.baton.support.process.ProcessEvidence;
import dev.baton.support.process.ProcessIdentity;
import dev.baton.support.process.ProcessState;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * The process whose end proves that the command of a tenure, with everything that it started, has ended; and the control
 * group of that command, if it has one of its own, which must be empty too.
 *
 * <p>A backend stores the {@link #text} beside the epoch and never uses it as anything but this identity.
 *
 * <pre>{@code
 * RunningCommand command = RunningCommand.ofPid(init.pid()).orElseThrow();
 * records.record(claim, command);
 * }</pre>
 *
 * @param bootId the kernel's id of the boot in which the process runs
 * @param pidNamespace the inode of the pid namespace in which the pid is valid
 * @param pid the process id
 * @param startTime the start of the process in clock ticks since boot
 * @param group the id of the control group (the inode of its folder); 0 if the command has none of its own
 */
public record RunningCommand(String bootId, long pidNamespace, long pid, long startTime, long group) {
    private static final String PROCESS = "([0-9a-f-]{1,64}) ([0-9]{1,18}) ([0-9]{1,9}) ([0-9]{1,18})";
    private static final Pattern TEXT = Pattern.compile("1 " + PROCESS + "|2 " + PROCESS + " ([1-9][0-9]{0,17})");
    private static final int PROCESS_FIELDS = 4;

    public RunningCommand {
        if (!new ProcessIdentity(bootId, pidNamespace, pid, startTime).isComplete()) {
            throw new IllegalArgumentException("identity of pid " + pid + " is incomplete: boot id '" + bootId
                    + "', pid namespace " + pidNamespace + ", start time " + startTime);
        }
    }

    /** Creates the record of a command without a control group of its own. */
    public RunningCommand(String bootId, long pidNamespace, long pid, long startTime) {
        this(bootId, pidNamespace, pid, startTime, 0);
    }

    /** Returns the same command with the control group that it has for itself. */
    public RunningCommand inGroup(long id) {
        return new RunningCommand(bootId, pidNamespace, pid, startTime, id);
    }

    /** Returns the identity of a running process; empty if it cannot be read. */
    public static Optional<RunningCommand> ofPid(long pid) {
        return ProcessIdentity.of(pid)
                .filter(ProcessIdentity::isComplete)
                .map(found -> new RunningCommand(found.bootId(), found.pidNamespace(), found.pid(), found.startTime()));
    }

    /** Parses a {@link #text}; empty for any other text. */
    public static Optional<RunningCommand> parse(String text) {
        var matcher = TEXT.matcher(text);
        if (!matcher.matches()) {
            return Optional.empty();
        }
        int before = matcher.group(1) == null ? PROCESS_FIELDS : 0;
        try {
            return Optional.of(new RunningCommand(
                    matcher.group(before + 1),
                    Long.parseLong(matcher.group(before + 2)),
                    Long.parseLong(matcher.group(before + 3)),
                    Long.parseLong(matcher.group(before + 4)),
                    before == 0 ? 0 : Long.parseLong(matcher.group(before + 5))));
        } catch (IllegalArgumentException incomplete) {
            return Optional.empty();
        }
    }

    /**
     * Returns the form in which a store keeps it: one line of ASCII, at most 140 characters, with a format version. The
     * first version, which has no control group, is written for a command without one.
     */
    public String text() {
        String process = bootId + " " + pidNamespace + " " + pid + " " + startTime;
        return group == 0 ? "1 " + process : "2 " + process + " " + group;
    }

    /** Returns whether it is proven that the process has ended, and nothing shows that a process of the group runs. */
    public boolean hasEnded() {
        return state(ProcessEvidence.ofThisMachine(), ControlGroupEvidence.ofThisMachine()) == ProcessState.ENDED;
    }

    /** The group is decisive where the process is not: it shows what a killed process has left behind. */
    ProcessState state(ProcessEvidence processes, ControlGroupEvidence groups) {
        ProcessState process = processes.stateOf(identity());
        boolean groupMatters = group > 0 && (process == ProcessState.ENDED || process == ProcessState.ELSEWHERE);
        if (!groupMatters) {
            return process;
        }
        ProcessState members = groups.stateOf(bootId, group);
        return members == ProcessState.RUNNING || members == ProcessState.UNREADABLE ? members : process;
    }

    /** Returns where the command runs, for a message. */
    String place() {
        return "pid " + pid + (group == 0 ? "" : " or in the control group with inode " + group);
    }

    ProcessIdentity identity() {
        return new ProcessIdentity(bootId, pidNamespace, pid, startTime);
    }
}
