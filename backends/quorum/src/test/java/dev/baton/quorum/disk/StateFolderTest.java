package dev.baton.quorum.disk;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.baton.quorum.step.GroupRecord;
import dev.baton.quorum.step.LeasePromise;
import dev.baton.quorum.step.Membership;
import dev.baton.quorum.step.QuorumTiming;
import dev.baton.quorum.step.Vote;
import java.io.Closeable;
import java.io.File;
import java.io.IOException;
import java.lang.reflect.Method;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class StateFolderTest {
    private static final Membership FOUNDING = Membership.founding(List.of("a", "b", "c"));
    private static final QuorumTiming SETTINGS = QuorumTiming.seed();
    private static final BootInfo BOOT = new BootInfo("boot-1");
    private static final long NOW = 5_000_000_000L;

    @TempDir
    Path folder;

    private StateFolder.Opened open() throws IOException {
        return open("a", BOOT);
    }

    private StateFolder.Opened open(String self, BootInfo machine) throws IOException {
        return StateFolder.open(folder, self, FOUNDING, SETTINGS, machine, NOW);
    }

    @Test // QUORUM-7
    void votesAndMembershipAreReadAsWritten() throws IOException {
        GroupRecord group;
        try (StateFolder state = open().folder()) {
            state.persist(Map.of("nightly", new Vote(3, "b")));
            state.persist(Map.of("nightly", new Vote(4, "c")));
            state.persist(Map.of("other", new Vote(9, "a")));
            group = new GroupRecord(new Membership(2, 5, 9, FOUNDING.members()), 77, true, Map.of("b", 12L));
        }
        StateFolder.Opened again = open();
        try (StateFolder state = again.folder()) {
            assertThat(again.saved().votes())
                    .containsEntry("nightly", new Vote(4, "c"))
                    .containsEntry("other", new Vote(9, "a"));
            GroupRecord own =
                    new GroupRecord(group.membership(), again.saved().group().store(), true, group.disks());
            state.persist(own);
        }
        StateFolder.Opened last = open();
        last.folder().close();
        assertThat(last.saved().group().membership()).isEqualTo(group.membership());
        assertThat(last.saved().group().registered()).isTrue();
        assertThat(last.saved().group().disks()).containsEntry("b", 12L);
        assertThat(last.start().incarnation()).isGreaterThan(again.start().incarnation());
        assertThat(last.folder().previousIncarnation()).isEqualTo(again.start().incarnation());
    }

    @Test // QUORUM-7
    void oneDamagedSlotDoesNotHideNewestVote() throws IOException {
        for (int slot = 0; slot < 2; slot++) {
            long term = 4L + slot;
            try (StateFolder state = open().folder()) {
                state.persist(Map.of("nightly", new Vote(term - 1, "b")));
                state.persist(Map.of("nightly", new Vote(term, "c")));
            }
            byte[] votes = Files.readAllBytes(folder.resolve("votes"));
            votes[slot * SlotRecords.SLOT + SlotPair.HEAD + 3] ^= 1;
            Files.write(folder.resolve("votes"), votes);
            StateFolder.Opened again = open();
            again.folder().close();
            assertThat(again.saved().votes()).containsEntry("nightly", new Vote(term, "c"));
        }
    }

    @Test // QUORUM-7
    void interruptedWriteOfVoteLeavesPreviousVote() throws IOException {
        byte[] before;
        try (StateFolder state = open().folder()) {
            state.persist(Map.of("nightly", new Vote(3, "b")));
            before = Files.readAllBytes(folder.resolve("votes"));
            state.persist(Map.of("nightly", new Vote(4, "c")));
        }
        byte[] after = Files.readAllBytes(folder.resolve("votes"));
        byte[] torn = before.clone();
        // Half of the second slot is new, and the copy was not written.
        System.arraycopy(after, SlotRecords.SLOT, torn, SlotRecords.SLOT, SlotPair.HEAD + 4);
        Files.write(folder.resolve("votes"), torn);
        StateFolder.Opened again = open("a", new BootInfo("boot-2")); // Only a power failure tears a write.
        again.folder().close();
        assertThat(again.saved().votes()).containsEntry("nightly", new Vote(3, "b"));
    }

    @Test // QUORUM-7
    void olderVotesBesideNewerPromisesAreRefused() throws IOException {
        byte[] older;
        try (StateFolder state = open().folder()) {
            state.persist(Map.of("nightly", new Vote(3, "b")));
            older = Files.readAllBytes(folder.resolve("votes"));
            state.persist(Map.of("nightly", new Vote(4, "c")));
        }
        Files.write(folder.resolve("votes"), older);
        assertThatThrownBy(this::open)
                .isInstanceOf(StateFolderException.class)
                .hasMessageContaining("the file votes is older")
                .message()
                .doesNotContainIgnoringCase("restore");
    }

    @Test // QUORUM-7
    void interruptedFirstStartIsIgnored() throws IOException {
        open().folder().close();
        byte[] group = Files.readAllBytes(folder.resolve("group"));
        group[SlotPair.HEAD + 2] ^= 1;
        // The copy of the first record was not written either.
        Files.write(folder.resolve("group"), Arrays.copyOf(Arrays.copyOf(group, SlotRecords.GROUP_SLOT), group.length));
        StateFolder.Opened again = open();
        again.folder().close();
        assertThat(again.folder().previousIncarnation()).isZero();
    }

    @Test // QUORUM-7
    void interruptedWriteOfNewVotesLosesOnlyUnsentVotes() throws IOException {
        byte[] group;
        try (StateFolder state = open().folder()) {
            state.persist(Map.of("first", new Vote(1, "a")));
            group = Files.readAllBytes(folder.resolve("group"));
            Map<String, Vote> batch = new LinkedHashMap<>();
            batch.put("second", new Vote(2, "b"));
            batch.put("third", new Vote(3, "c"));
            batch.put("first", new Vote(4, "c"));
            state.persist(batch);
        }
        byte[] votes = Files.readAllBytes(folder.resolve("votes"));
        votes[2 * SlotRecords.SLOT + SlotPair.HEAD + 3] ^= 1; // Both records of "second".
        votes[3 * SlotRecords.SLOT + SlotPair.HEAD + 3] ^= 1;
        Files.write(folder.resolve("votes"), votes);
        Files.write(folder.resolve("group"), group); // As it was before the new votes were counted.
        StateFolder.Opened again = open("a", new BootInfo("boot-2")); // Only a power failure tears a write.
        try (StateFolder state = again.folder()) {
            assertThat(again.saved().votes()).containsOnlyKeys("first").containsEntry("first", new Vote(4, "c"));
            state.persist(Map.of("third", new Vote(7, "a")));
            state.persist(Map.of("fourth", new Vote(8, "b")));
        }
        StateFolder.Opened last = open();
        last.folder().close();
        assertThat(last.saved().votes())
                .containsOnlyKeys("first", "third", "fourth")
                .containsEntry("third", new Vote(7, "a"))
                .containsEntry("fourth", new Vote(8, "b"));
    }

    @Test // QUORUM-7
    void damagedMissingOrForeignStateIsRefusedWithNextStep() throws IOException {
        try (StateFolder state = open().folder()) {
            state.persist(Map.of("nightly", new Vote(3, "b")));
        }
        assertThatThrownBy(() -> open("b", BOOT))
                .isInstanceOf(StateFolderException.class)
                .hasMessageContaining("belongs to member a, not to b");

        byte[] votes = Files.readAllBytes(folder.resolve("votes"));
        Files.write(folder.resolve("votes"), new byte[votes.length]);
        assertThatThrownBy(this::open)
                .isInstanceOf(StateFolderException.class)
                .hasMessageContaining("only 0 of 1 votes")
                .hasMessageContaining("baton quorum remove a")
                .hasMessageContaining("nothing was changed");
        Files.delete(folder.resolve("votes"));
        assertThatThrownBy(this::open).isInstanceOf(StateFolderException.class);
        votes[SlotPair.HEAD] ^= 1;
        votes[SlotRecords.SLOT + SlotPair.HEAD] ^= 1;
        Files.write(folder.resolve("votes"), votes);
        assertThatThrownBy(this::open).isInstanceOf(StateFolderException.class).hasMessageContaining("vote 0");
        votes[SlotPair.HEAD] ^= 1;
        votes[SlotRecords.SLOT + SlotPair.HEAD] ^= 1;
        Files.write(folder.resolve("votes"), votes);

        byte[] group = Files.readAllBytes(folder.resolve("group"));
        byte[] broken = group.clone();
        broken[SlotPair.HEAD + 2] ^= 1;
        broken[SlotRecords.GROUP_SLOT + SlotPair.HEAD + 2] ^= 1;
        Files.write(folder.resolve("group"), broken);
        assertThatThrownBy(this::open).isInstanceOf(StateFolderException.class).hasMessageContaining("group");
        Files.delete(folder.resolve("group"));
        assertThatThrownBy(this::open).isInstanceOf(StateFolderException.class).hasMessageContaining("there are votes");
        Files.write(folder.resolve("group"), group);
        open().folder().close();
    }

    @Test // QUORUM-7
    void promiseSurvivesEndOfProcessButNotReboot() throws IOException {
        LeasePromise promise = new LeasePromise("b", 4, 1, NOW + 9_000_000_000L);
        StateFolder.Opened first = open();
        assertThat(first.start().abstainUntil()).isEqualTo(NOW); // A new disk has no promise to keep.
        for (int election = 0; election < 200; election++) {
            first.folder().remember("e" + election, promise);
        }
        first.folder().close(); // Nothing is flushed: the pages are in the kernel, as after a kill.

        StateFolder.Opened second = open();
        second.folder().close();
        assertThat(second.saved().promises()).containsEntry("e0", promise).containsEntry("e199", promise);
        assertThat(second.start().abstainUntil()).isEqualTo(NOW);

        StateFolder.Opened rebooted = open("a", new BootInfo("boot-2"));
        rebooted.folder().close();
        assertThat(rebooted.saved().promises()).isEmpty();
    }

    @Test // QUORUM-4
    void secondProcessIsRefusedWhileFirstRuns() throws Exception {
        try (StateFolder state = open().folder()) {
            assertThat(state).isNotNull();
            assertThatThrownBy(this::open)
                    .isInstanceOf(StateFolderException.class)
                    .hasMessageContaining("another process uses");
            assertThatThrownBy(() -> open("b", BOOT)).isInstanceOf(StateFolderException.class);
            assertThat(isLocked()).as("locked after two refused openings").isTrue();
        }
        assertThat(isLocked()).isFalse();
        open().folder().close();
    }

    /** An application server loads this library once for each application, and all of them are one process for the kernel. */
    @Test // QUORUM-4
    void openingByAnotherClassLoaderOfThisProcessIsRefusedAndLeavesTheLock() throws Exception {
        List<URL> path = new ArrayList<>();
        for (String entry : System.getProperty("java.class.path").split(File.pathSeparator, -1)) {
            path.add(Path.of(entry).toUri().toURL());
        }
        try (URLClassLoader other =
                new URLClassLoader(path.toArray(URL[]::new), ClassLoader.getPlatformClassLoader())) {
            Method take = other.loadClass(FolderLock.class.getName()).getDeclaredMethod("take", Path.class);
            take.setAccessible(true);
            try (StateFolder state = open().folder()) {
                assertThat(state).isNotNull();
                assertThatThrownBy(() -> take.invoke(null, folder))
                        .cause()
                        .isInstanceOf(IOException.class)
                        .hasMessageContaining("another process uses");
                assertThat(isLocked()).as("locked after the refused opening").isTrue();
            }
            try (Closeable taken = (Closeable) take.invoke(null, folder)) {
                assertThat(taken).isNotNull();
                assertThatThrownBy(this::open).hasMessageContaining("another process uses");
            }
        }
        open().folder().close();
    }

    /** Asks the kernel, because another process sees only the kernel's lock. */
    private boolean isLocked() throws IOException, InterruptedException {
        Object inode = Files.getAttribute(folder.resolve("lock"), "unix:ino");
        return new ProcessBuilder("grep", "-q", ":" + inode + " 0 EOF", "/proc/locks")
                        .start()
                        .waitFor()
                == 0;
    }

    @Test // QUORUM-7
    void longestNamesOfLargestGroupFit() throws IOException {
        List<String> names = IntStream.range(0, Membership.MAX_MEMBERS)
                .mapToObj(index -> String.format("%0128d", index))
                .toList();
        Membership large = Membership.founding(names);
        String self = names.get(0);
        StateFolder.Opened opened = StateFolder.open(folder, self, large, SETTINGS, BOOT, NOW);
        Map<String, Long> disks = new HashMap<>();
        names.forEach(name -> disks.put(name, Long.MAX_VALUE));
        try (StateFolder state = opened.folder()) {
            state.persist(new GroupRecord(large, opened.saved().group().store(), true, disks));
            Map<String, StartRecord.PeerStart> starts = new HashMap<>();
            names.forEach(name -> starts.put(name, new StartRecord.PeerStart(Long.MAX_VALUE, Long.MAX_VALUE)));
            state.persistPeers(starts);
            state.persist(Map.of("x".repeat(128), new Vote(Long.MAX_VALUE, self)));
            state.remember("x".repeat(128), new LeasePromise(self, Long.MAX_VALUE, Long.MAX_VALUE, Long.MAX_VALUE));
        }
        StateFolder.Opened again = StateFolder.open(folder, self, large, SETTINGS, BOOT, NOW);
        again.folder().close();
        assertThat(again.saved().votes()).containsEntry("x".repeat(128), new Vote(Long.MAX_VALUE, self));
        assertThat(again.saved().group().disks()).hasSize(names.size());
    }
}
