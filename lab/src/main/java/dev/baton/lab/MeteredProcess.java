package dev.baton.lab;

import com.sun.management.OperatingSystemMXBean;
import java.io.IOException;
import java.lang.management.ManagementFactory;

/**
 * The commands of a program that reports its own cost. The reply to {@code meter} is {@code spent THREADS CPU_NANOS}: its
 * threads beyond the given number, and the CPU time of the process so far. {@code stop} ends it.
 */
final class MeteredProcess {
    private final LineProtocol protocol;
    private final int threadsBefore;

    MeteredProcess(LineProtocol protocol, int threadsBefore) {
        this.protocol = protocol;
        this.threadsBefore = threadsBefore;
    }

    void serve() throws IOException, InterruptedException {
        OperatingSystemMXBean system = ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class);
        protocol.runCommandsUntil("stop", command -> {
            int threads = ManagementFactory.getThreadMXBean().getThreadCount() - threadsBefore;
            protocol.send("spent " + threads + " " + system.getProcessCpuTime());
        });
    }
}
