package dev.baton.file.posix;

/** Loads the native code on an interrupted thread, and prints whether the thread is still interrupted. */
final class InterruptedLoadMain {
    private InterruptedLoadMain() {}

    public static void main(String[] args) throws Exception {
        Thread.currentThread().interrupt();
        if (args[0].equals("probe")) {
            new PidfdProbe().exists(ProcessHandle.current().pid());
        } else {
            NativeCode.load();
        }
        System.out.println("interrupted=" + Thread.interrupted());
    }
}
