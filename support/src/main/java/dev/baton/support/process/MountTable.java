package dev.baton.support.process;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** The mounts at and below one proc file system, as {@code /proc/self/mountinfo} lists them. */
record MountTable(String proc, List<MountTable.Mount> mounts) {

    /**
     * One mount.
     *
     * @param root the directory or file of the file system that is mounted
     * @param point where it is mounted
     * @param options the options of the file system, after its type
     */
    record Mount(String root, String point, boolean isProc, String options) {}

    /** Reads the table. It throws an exception if the list cannot be read or understood; then nothing is known. */
    static MountTable read(Path proc) throws IOException {
        List<Mount> mounts = new ArrayList<>();
        for (String line : Files.readAllLines(proc.resolve("self/mountinfo"), StandardCharsets.ISO_8859_1)) {
            String[] halves = line.split(" - ", 2);
            String[] left = halves[0].split(" ", -1);
            if (halves.length < 2 || left.length < 5) {
                throw new IOException("unknown format of mountinfo: " + line);
            }
            mounts.add(new Mount(left[3], left[4], halves[1].startsWith("proc "), halves[1]));
        }
        return new MountTable(proc.toString(), mounts);
    }

    /**
     * Returns whether the file belongs to the running kernel. Every mount on the way from {@code /proc} to the file must
     * show the same place of a proc file system. Containers mount {@code /proc/sys} over itself to make it read-only,
     * which changes nothing. A file of another file system, or another file of {@code /proc}, is foreign.
     *
     * @param file relative to {@code /proc}
     */
    boolean isGenuine(String file) {
        String path = proc + "/" + file;
        boolean mounted = false;
        for (Mount mount : mounts) {
            boolean atProc = mount.point.equals(proc);
            boolean below = mount.point.startsWith(proc + "/") && (path + "/").startsWith(mount.point + "/");
            String expected = atProc ? "/" : below ? mount.point.substring(proc.length()) : mount.root;
            // A mount that another one covers is not visible. It counts too, because that errs on the safe side.
            if ((atProc || below) && !(mount.isProc && mount.root.equals(expected))) {
                return false;
            }
            mounted |= atProc;
        }
        return mounted;
    }

    /**
     * Returns whether an absent entry means an absent process: {@code /proc} is a real proc file system that hides no
     * processes, and nothing is mounted over the entry.
     */
    boolean showsAllProcesses(long pid) {
        String entry = proc + "/" + pid;
        boolean complete = false;
        for (Mount mount : mounts) {
            if (mount.point.equals(proc)) {
                // The last mount on a path is the visible one.
                complete = mount.isProc && mount.root.equals("/") && !hides(mount.options);
            } else if ((mount.point + "/").startsWith(entry + "/")) {
                return false;
            }
        }
        return complete;
    }

    private static boolean hides(String options) {
        return options.matches(".*\\bhidepid=(?!0\\b|off\\b).*") || options.contains("subset=");
    }
}
