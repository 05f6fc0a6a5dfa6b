package dev.baton.lab;

import com.sun.management.OperatingSystemMXBean;
import java.lang.management.ManagementFactory;

/** The commands of a program that reports its own cost. */
final class MeteredProcess {
    private MeteredProcess() {}

    /**
     * Replies to {@code meter} with {@code spent THREADS CPU_NANOS}: the threads beyond the given number, and the CPU time
     * of the process so far. {@code stop} ends it.
     */
    static void serve(LineProtocol protocol, int threadsBefore) throws Exception {
        OperatingSystemMXBean system = ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class);
        protocol.runCommandsUntil("stop", command -> {
            int threads = ManagementFactory.getThreadMXBean().getThreadCount() - threadsBefore;
            protocol.send("spent " + threads + " " + system.getProcessCpuTime());
        });
    }
}
