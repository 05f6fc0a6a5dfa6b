package dev.baton.lab;

import com.sun.management.OperatingSystemMXBean;
import java.io.IOException;
import java.lang.management.ManagementFactory;

/**
 * A process that tells its own cost when asked: each order {@code meter} is answered with {@code spent
 * THREADS CPU_NANOS}, its threads beyond the given number and the CPU time of the whole process so far;
 * {@code enough} ends it.
 */
final class MeteredProcess {
    private final LineProtocol speaker;
    private final int threadsBefore;

    MeteredProcess(LineProtocol speaker, int threadsBefore) {
        this.speaker = speaker;
        this.threadsBefore = threadsBefore;
    }

    void serve() throws IOException, InterruptedException {
        OperatingSystemMXBean system = ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class);
        speaker.obeyUntil("enough", order -> {
            int threads = ManagementFactory.getThreadMXBean().getThreadCount() - threadsBefore;
            speaker.say("spent " + threads + " " + system.getProcessCpuTime());
        });
    }
}
