package dev.baton.support.process;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is known about a control group by its id, in a file system that looks like a hierarchy of groups. */
class ControlGroupEvidenceTest {
    private static final String BOOT = "0a1b2c3d-0000-1111-2222-333344445555";

    @TempDir
    Path proc;

    private Path slice;
    private Path group;

    @BeforeEach
    void createHierarchy() throws IOException {
        Files.createDirectories(proc.resolve("sys/kernel/random"));
        Files.writeString(proc.resolve("sys/kernel/random/boot_id"), BOOT + "\n");
        Files.createDirectories(proc.resolve("self"));
        write("30 20 0:26 / " + proc + "/mount rw,relatime - cgroup2 cgroup2 rw\n");
        slice = Files.createDirectories(proc.resolve("mount/system.slice"));
        Files.writeString(slice.resolve("memory.max"), "max\n");
        group = newGroup(Files.createDirectories(slice.resolve("x.service")), "baton-7-1");
    }

    private Path newGroup(Path parent, String name) throws IOException {
        Path created = Files.createDirectory(parent.resolve(name));
        Files.writeString(created.resolve("cgroup.events"), "populated 1\nfrozen 0\n");
        return created;
    }

    private void write(String mounts) throws IOException {
        String own = "20 1 0:5 / " + proc + " rw - proc proc rw\n";
        Files.writeString(proc.resolve("self/mountinfo"), own + mounts);
    }

    private ProcessState state(String boot, Path of) throws IOException {
        return ControlGroupEvidence.of(proc).stateOf(boot, ControlGroup.id(of));
    }

    @Test
    void populationOfTheGroupDecides() throws IOException {
        assertThat(state(BOOT, group)).isEqualTo(ProcessState.RUNNING);
        Files.writeString(group.resolve("cgroup.events"), "populated 0\nfrozen 0\n");
        assertThat(state(BOOT, group)).isEqualTo(ProcessState.ENDED);
    }

    @Test
    void groupThatIsNotFoundProvesNothing() throws IOException {
        long id = ControlGroup.id(group);
        assertThat(ControlGroupEvidence.of(proc).stateOf(BOOT, id + 1_000_000)).isEqualTo(ProcessState.ELSEWHERE);
        write("30 20 0:26 / /sys rw - sysfs sysfs rw\n");
        assertThat(state(BOOT, group)).isEqualTo(ProcessState.ELSEWHERE);
    }

    @Test
    void groupOfAnotherBootIsNotSearchedFor() throws IOException {
        assertThat(state("ffffffff-0000-1111-2222-333344445555", group)).isEqualTo(ProcessState.ELSEWHERE);
        assertThat(state("", group)).isEqualTo(ProcessState.ELSEWHERE);
    }

    @Test
    void onlyGroupsOfBatonAreMeant() throws IOException {
        assertThat(state(BOOT, newGroup(slice, "stranger"))).isEqualTo(ProcessState.ELSEWHERE);
    }

    @Test
    void linkIsNotFollowed() throws IOException {
        Path outside = newGroup(Files.createDirectory(proc.resolve("outside")), "baton-8-1");
        Files.createSymbolicLink(slice.resolve("link"), outside.getParent());
        assertThat(state(BOOT, outside)).isEqualTo(ProcessState.ELSEWHERE);
    }

    @Test
    void groupThatCannotBeReadMayRun() throws IOException {
        Files.delete(group.resolve("cgroup.events"));
        Files.createDirectory(group.resolve("cgroup.events"));
        assertThat(state(BOOT, group)).isEqualTo(ProcessState.UNREADABLE);
    }
}
