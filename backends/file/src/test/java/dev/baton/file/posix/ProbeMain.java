package dev.baton.file.posix;

import dev.baton.support.process.PidProbe;
import java.io.FileInputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/**
 * Asks the installed probe about each pid in the arguments and prints the answers; with {@code -Dno.descriptors=true} after
 * all file descriptors were used up.
 */
final class ProbeMain {

    private ProbeMain() {}

    public static void main(String[] args) {
        PidProbe probe = PidProbe.installed();
        System.out.println("installed=" + probe.getClass().getSimpleName());
        if (Boolean.getBoolean("no.descriptors")) {
            probe.exists(1);
            useUpDescriptors();
        }
        for (String pid : args) {
            System.out.println("exists=" + probe.exists(Long.parseLong(pid)));
        }
    }

    private static void useUpDescriptors() {
        List<FileInputStream> open = new ArrayList<>();
        try {
            while (open.add(new FileInputStream("/dev/null"))) {}
        } catch (IOException noneLeft) {
            System.out.println("opened=" + !open.isEmpty());
        }
    }
}
