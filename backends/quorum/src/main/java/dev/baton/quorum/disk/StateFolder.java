package dev.baton.quorum.disk;

import dev.baton.quorum.step.GroupRecord;
import dev.baton.quorum.step.LeasePromise;
import dev.baton.quorum.step.MemberStart;
import dev.baton.quorum.step.Membership;
import dev.baton.quorum.step.QuorumTiming;
import dev.baton.quorum.step.SavedState;
import dev.baton.quorum.step.Vote;
import java.io.Closeable;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.SecureRandom;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * The state of one member on disk: {@code group} (its name and membership), {@code votes} (one record for each election),
 * {@code promises}, and {@code lock}, which excludes a second process.
 *
 * <p>Not thread-safe. {@link #persist} blocks for an fdatasync; {@link #remember} does not.
 */
public final class StateFolder implements Closeable {
    private static final int VOTES_TO_ALLOCATE = 16;

    private final Path folder;
    private final String self;
    private final FileChannel lock;
    private final SlotFile memberFile;
    private final SlotFile voteFile;
    private final PromiseFile.Opened promises;
    private final Map<String, Integer> places = new LinkedHashMap<>();
    private final Map<String, Vote> savedVotes = new HashMap<>();
    private SlotRecords.MemberRecord member;

    private StateFolder(Path folder, FileChannel lock, String self, Membership founding, String boot)
            throws IOException {
        this.folder = folder;
        this.self = self;
        this.lock = lock;
        this.memberFile = new SlotFile(folder.resolve("group"), SlotRecords.GROUP_SLOT, 1);
        this.voteFile = new SlotFile(folder.resolve("votes"), SlotRecords.SLOT, VOTES_TO_ALLOCATE);
        this.member = readMember(founding);
        readVotes();
        write(new SlotRecords.MemberRecord(self, member.incarnation() + 1, places.size(), member.group()));
        this.promises = PromiseFile.open(folder.resolve("promises"), boot);
    }

    /** An open state folder and what a node needs to start. */
    public record Opened(StateFolder folder, MemberStart start, SavedState saved) {}

    /**
     * Opens the state of this member, or creates it. The new incarnation is durable when this returns.
     *
     * @param founding the membership from the settings; the one on disk takes precedence
     * @param nanos the monotonic clock now
     * @throws StateFolderException if there is a state that must not be used
     */
    public static Opened open(
            Path folder, String self, Membership founding, QuorumTiming settings, BootInfo machine, long nanos)
            throws IOException {
        if (!Files.isDirectory(folder)) {
            Files.createDirectories(
                    folder, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
        }
        FileChannel lock = lock(folder);
        try {
            StateFolder state = new StateFolder(folder, lock, self, founding, machine.boot());
            long incarnation = state.member.incarnation();
            long longestLease = settings.longestLease().toNanos();
            long abstention = incarnation == 1 ? 0 : abstention(state.promises.memory(), longestLease, machine);
            return new Opened(
                    state,
                    new MemberStart(self, incarnation, nanos + abstention, new SecureRandom().nextLong()),
                    new SavedState(state.member.group(), state.savedVotes, state.promises.promises()));
        } catch (IOException | RuntimeException failed) {
            lock.close();
            throw failed;
        }
    }

    /** Returns how long a lost promise may still be live, in nanoseconds. */
    private static long abstention(PromiseFile.Memory memory, long longestLease, BootInfo machine) {
        return switch (memory) {
            case KEPT -> 0;
            case OTHER_BOOT -> Math.max(0, longestLease - machine.upNanos());
            case LOST -> longestLease;
        };
    }

    /** Makes votes durable in one write. After an IOException none of them may be sent. */
    public void persist(Map<String, Vote> votes) throws IOException {
        Map<String, Integer> added = new LinkedHashMap<>();
        Map<Integer, byte[]> records = new LinkedHashMap<>();
        votes.forEach((election, vote) -> {
            Integer place = places.get(election);
            if (place == null) {
                place = places.size() + added.size();
                added.put(election, place);
            }
            long store = member.group().store();
            records.put(place, SlotRecords.encode(new SlotRecords.StoredVote(store, election, vote)));
        });
        voteFile.write(records);
        if (!added.isEmpty()) {
            places.putAll(added);
            write(new SlotRecords.MemberRecord(self, member.incarnation(), places.size(), member.group()));
        }
    }

    /** Makes the membership and the recorded disks durable. */
    public void persist(GroupRecord group) throws IOException {
        write(new SlotRecords.MemberRecord(self, member.incarnation(), member.votes(), group));
    }

    /** Saves a promise so that it survives the end of this process. */
    public void remember(String election, LeasePromise promise) {
        promises.file().remember(election, promise);
    }

    @Override
    public void close() throws IOException {
        memberFile.close();
        voteFile.close();
        promises.file().close();
        lock.close();
    }

    private void write(SlotRecords.MemberRecord next) throws IOException {
        memberFile.write(Map.of(0, SlotRecords.encode(next)));
        member = next;
    }

    private SlotRecords.MemberRecord readMember(Membership founding) throws IOException {
        // A new disk gets a new number. If this is damage after all, the peers that recorded the old number refuse it.
        if (memberFile.pairs() == 0 || memberFile.cutOff) {
            if (voteFile.pairs() > 0) {
                throw damaged("the file group is empty, but there are votes");
            }
            long store = new SecureRandom().nextLong() | 1;
            return new SlotRecords.MemberRecord(self, 0, 0, GroupRecord.fresh(founding, store));
        }
        SlotRecords.MemberRecord found = memberFile
                .read(0)
                .map(SlotRecords::member)
                .orElseThrow(() -> damaged("both records of the file group are corrupt"));
        if (!found.self().equals(self)) {
            throw new StateFolderException("state folder " + folder + " belongs to member " + found.self() + ", not to "
                    + self + "; nothing was changed. Give each member its own folder");
        }
        return found;
    }

    private void readVotes() throws IOException {
        for (int place = 0; place < voteFile.pairs(); place++) {
            Optional<SlotRecords.StoredVote> stored = voteFile.read(place).map(SlotRecords::vote);
            boolean isNew =
                    stored.isPresent() && !places.containsKey(stored.get().election());
            if (!isNew && place >= member.votes()) {
                break; // An interrupted write added this vote and the following ones. They were never sent.
            }
            if (!isNew) {
                throw damaged("both records of vote " + place + " are corrupt");
            }
            if (stored.get().store() != member.group().store()) {
                throw damaged("the votes belong to another state");
            }
            places.put(stored.get().election(), place);
            savedVotes.put(stored.get().election(), stored.get().vote());
        }
        if (places.size() < member.votes()) {
            throw damaged("it has only " + places.size() + " of " + member.votes() + " votes");
        }
    }

    private StateFolderException damaged(String damage) {
        return new StateFolderException("state folder " + folder + " is damaged: " + damage
                + "; nothing was changed. This member must not vote with it, because it may have forgotten a vote."
                + " Restore the folder as it was when this member last ran (an older copy is not safe), or replace the"
                + " member: run \"baton quorum remove "
                + self + "\" on another member, delete the folder, start this member, and run \"baton quorum add "
                + self
                + "\"");
    }

    private static FileChannel lock(Path folder) throws IOException {
        FileChannel channel =
                FileChannel.open(folder.resolve("lock"), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
        FileLock held = null;
        try {
            held = channel.tryLock();
        } catch (OverlappingFileLockException sameProcess) {
            // Reported below, like a lock of another process.
        }
        if (held == null) {
            channel.close();
            throw new StateFolderException(
                    "another process uses the state folder " + folder
                            + "; a member must run only once. Stop the other process, or give this one its own name and folder");
        }
        return channel;
    }
}
