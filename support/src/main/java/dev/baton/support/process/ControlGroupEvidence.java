package dev.baton.support.process;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Optional;
import java.util.Set;

/**
 * Decides whether a control group (cgroup v2) still has processes, from the boot id and the id of the group. The group is
 * searched for below the topmost one that this process can see; nothing that was recorded is used as a path.
 *
 * <p>{@code RUNNING} and {@code ENDED} are proofs. {@code ELSEWHERE} is the answer if no group with this id is found: it may
 * have been removed, or be out of sight.
 */
public final class ControlGroupEvidence {
    /** More groups than this are not searched. */
    private static final int MOST_GROUPS = 10_000;

    /** The folders of groups that Baton creates begin with this word. */
    public static final String PREFIX = "baton-";

    /** Files that the kernel puts into every group begin with these words; asking what each of them is would take long. */
    private static final Set<String> CONTROLLERS =
            Set.of("cgroup", "cpu", "cpuset", "dmem", "hugetlb", "io", "irq", "memory", "misc", "pids", "rdma");

    private final Path proc;

    private ControlGroupEvidence(Path proc) {
        this.proc = proc;
    }

    /** Returns the evidence that this process can obtain. */
    public static ControlGroupEvidence ofThisMachine() {
        return of(Path.of("/proc"));
    }

    static ControlGroupEvidence of(Path proc) {
        return new ControlGroupEvidence(proc);
    }

    /** Returns what can be found out about the group. Blocks for a listing of the visible groups. */
    public ProcessState stateOf(String bootId, long id) {
        OwnIdentity own = new ProcFs(proc, ProcessHandle.current().pid()).ownIdentity();
        String ownBoot = own.identity().bootId();
        if (ownBoot.isEmpty() && own.mayBecomeKnown()) {
            return ProcessState.UNREADABLE;
        }
        if (ownBoot.isEmpty() || !ownBoot.equals(bootId)) {
            return ProcessState.ELSEWHERE;
        }
        try {
            Optional<Path> root = ControlGroup.root(proc);
            Optional<Path> group = root.isPresent() ? find(root.get(), id) : Optional.empty();
            return group.isPresent() ? population(group.get()) : ProcessState.ELSEWHERE;
        } catch (IOException unreadable) {
            return ProcessState.UNREADABLE;
        }
    }

    private static Optional<Path> find(Path root, long id) throws IOException {
        Deque<Path> open = new ArrayDeque<>();
        open.add(root);
        for (int count = 0; !open.isEmpty() && count < MOST_GROUPS; count++) {
            try (DirectoryStream<Path> entries = Files.newDirectoryStream(open.remove())) {
                for (Path entry : entries) {
                    String name = entry.getFileName().toString();
                    if (isController(name) || !Files.isDirectory(entry, LinkOption.NOFOLLOW_LINKS)) {
                        continue;
                    }
                    if (name.startsWith(PREFIX) && hasId(entry, id)) {
                        return Optional.of(entry);
                    }
                    open.add(entry);
                }
            } catch (NoSuchFileException | NotDirectoryException | AccessDeniedException removedOrHidden) {
                // It is not the group, or nothing can be known about it.
            }
        }
        return Optional.empty();
    }

    private static boolean isController(String name) {
        int point = name.indexOf('.');
        return point > 0 && CONTROLLERS.contains(name.substring(0, point));
    }

    private static boolean hasId(Path group, long id) throws IOException {
        try {
            return ControlGroup.id(group) == id;
        } catch (NoSuchFileException removed) {
            return false;
        }
    }

    private static ProcessState population(Path group) throws IOException {
        try {
            boolean empty = Files.readAllLines(group.resolve("cgroup.events")).contains("populated 0");
            return empty ? ProcessState.ENDED : ProcessState.RUNNING;
        } catch (NoSuchFileException removed) {
            return ProcessState.ENDED;
        }
    }
}
