package dev.baton.spi;

import dev.baton.support.process.ProcessEvidence;
import dev.baton.support.process.ProcessIdentity;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * The process whose end proves that the command of a tenure, with everything that it started, has ended.
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
 */
public record RunningCommand(String bootId, long pidNamespace, long pid, long startTime) {
    private static final Pattern TEXT = Pattern.compile("1 ([0-9a-f-]{1,64}) ([0-9]{1,18}) ([0-9]{1,9}) ([0-9]{1,18})");

    public RunningCommand {
        if (!new ProcessIdentity(bootId, pidNamespace, pid, startTime).isComplete()) {
            throw new IllegalArgumentException("identity of pid " + pid + " is incomplete: boot id '" + bootId
                    + "', pid namespace " + pidNamespace + ", start time " + startTime);
        }
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
        try {
            return matcher.matches()
                    ? Optional.of(new RunningCommand(
                            matcher.group(1),
                            Long.parseLong(matcher.group(2)),
                            Long.parseLong(matcher.group(3)),
                            Long.parseLong(matcher.group(4))))
                    : Optional.empty();
        } catch (IllegalArgumentException incomplete) {
            return Optional.empty();
        }
    }

    /** Returns the form in which a store keeps it: one line of ASCII, at most 120 characters, with a format version. */
    public String text() {
        return "1 " + bootId + " " + pidNamespace + " " + pid + " " + startTime;
    }

    /** Returns whether it is proven that the process has ended. */
    public boolean hasEnded() {
        return ProcessEvidence.ofThisMachine().hasEnded(identity()).isProof();
    }

    ProcessIdentity identity() {
        return new ProcessIdentity(bootId, pidNamespace, pid, startTime);
    }
}
