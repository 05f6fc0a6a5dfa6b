package dev.baton.file.process;

import dev.baton.file.posix.ProcessDescriptor;
import dev.baton.support.process.PidProbe;
import java.util.Optional;

/** Asks the kernel with {@code pidfd_open(2)}. The first question loads the native code. */
public final class PidfdProbe implements PidProbe {

    @Override
    public Optional<Boolean> exists(long pid) {
        try {
            return ProcessDescriptor.canOpen(pid);
        } catch (LinkageError | RuntimeException noNativeCode) {
            return Optional.empty();
        }
    }
}
