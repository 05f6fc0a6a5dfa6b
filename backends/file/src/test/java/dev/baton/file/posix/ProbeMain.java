package dev.baton.file.posix;

import dev.baton.support.process.PidProbe;

/** Asks the installed probe about each pid in the arguments and prints the answers. */
final class ProbeMain {

    private ProbeMain() {}

    public static void main(String[] args) {
        PidProbe probe = PidProbe.installed();
        System.out.println("installed=" + probe.getClass().getSimpleName());
        for (String pid : args) {
            System.out.println("exists=" + probe.exists(Long.parseLong(pid)));
        }
    }
}
