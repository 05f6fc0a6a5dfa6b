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
import org.jspecify.annotations.Nullable;

/**
 * The state of one member: {@code group} (who it is, its list of members), {@code votes} (one record for each
 * election), {@code promises}, and {@code lock}, which keeps a second process out.
 *
 * <p>Not thread-safe. {@link #persist} blocks for an fdatasync; {@link #remember} does not.
 */
public final class StateFolder implements Closeable {
    private static final int VOTES_AT_ONCE = 16;

    private final Path folder;
    private final FileChannel lock;
    private final SlotFile page;
    private final SlotFile votes;
    private final Map<String, Integer> places = new LinkedHashMap<>();
    private final Map<String, Vote> ballots = new HashMap<>();
    private SlotRecords.Page current;
    private @Nullable PromiseFile pledges;

    private StateFolder(Path folder, FileChannel lock, String self, Membership founding) throws IOException {
        this.folder = folder;
        this.lock = lock;
        this.page = new SlotFile(folder.resolve("group"), SlotRecords.GROUP_SLOT, 1);
        this.votes = new SlotFile(folder.resolve("votes"), SlotRecords.SLOT, VOTES_AT_ONCE);
        this.current = readPage(self, founding);
        readVotes();
    }

    /** What a node needs to start. */
    public record Opened(StateFolder folder, MemberStart start, SavedState saved) {}

    /**
     * Opens the state of this member, or makes a new one; its incarnation is raised, and durable, when this
     * returns.
     *
     * @param founding the list of members from the settings; what is on disk counts more
     * @param nanos the monotonic clock now
     * @throws StateFolderException when there is a state that must not be used
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
            StateFolder state = new StateFolder(folder, lock, self, founding);
            boolean isNew = state.current.incarnation() == 0;
            state.write(new SlotRecords.Page(
                    self, state.current.incarnation() + 1, state.places.size(), state.current.group()));
            PromiseFile.Found found = PromiseFile.open(folder.resolve("promises"), machine.boot());
            state.pledges = found.file();
            long abstain = isNew
                    ? 0
                    : abstention(found.memory(), settings.longestLease().toNanos(), machine);
            MemberStart start =
                    new MemberStart(self, state.current.incarnation(), nanos + abstain, new SecureRandom().nextLong());
            return new Opened(state, start, new SavedState(state.current.group(), state.ballots, found.promises()));
        } catch (IOException | RuntimeException failure) {
            lock.close();
            throw failure;
        }
    }

    /** Makes a vote durable. An IOException means that it may not be: the member must not tell it. */
    public void persist(String election, Vote ballot) throws IOException {
        persist(Map.of(election, ballot));
    }

    /** Makes votes durable, together. An IOException means that any of them may not be. */
    public void persist(Map<String, Vote> ballots) throws IOException {
        Map<String, Integer> added = new LinkedHashMap<>();
        Map<Integer, byte[]> records = new LinkedHashMap<>();
        ballots.forEach((election, ballot) -> {
            Integer place = places.get(election);
            if (place == null) {
                place = places.size() + added.size();
                added.put(election, place);
            }
            records.put(
                    place,
                    SlotRecords.encode(
                            new SlotRecords.StoredVote(current.group().store(), election, ballot)));
        });
        votes.write(records);
        if (!added.isEmpty()) {
            places.putAll(added);
            write(new SlotRecords.Page(current.self(), current.incarnation(), places.size(), current.group()));
        }
    }

    /** Makes the list of members, and the disks it knows, durable. */
    public void persist(GroupRecord group) throws IOException {
        write(new SlotRecords.Page(current.self(), current.incarnation(), current.votes(), group));
    }

    /** Keeps a promise over the death of this process. */
    public void remember(String election, LeasePromise promise) {
        if (pledges != null) {
            pledges.remember(election, promise);
        }
    }

    @Override
    public void close() throws IOException {
        page.close();
        votes.close();
        if (pledges != null) {
            pledges.close();
        }
        lock.close();
    }

    /** For how long a promise that is no longer known may still be live. */
    private static long abstention(PromiseFile.Memory memory, long longest, BootInfo machine) {
        return switch (memory) {
            case KEPT -> 0;
            case OTHER_BOOT -> Math.max(0, longest - machine.upNanos());
            case LOST -> longest;
        };
    }

    private void write(SlotRecords.Page next) throws IOException {
        page.write(0, SlotRecords.encode(next));
        current = next;
    }

    private SlotRecords.Page readPage(String self, Membership founding) throws IOException {
        // A new disk gets a new number: should this be damage after all, the peers who noted the old one refuse it.
        if (page.pairs() == 0 || page.isCutOff()) {
            if (votes.pairs() > 0) {
                throw damaged("the file group is empty, but there are votes");
            }
            long store = new SecureRandom().nextLong() | 1;
            return new SlotRecords.Page(self, 0, 0, GroupRecord.fresh(founding, store));
        }
        Optional<byte[]> payload = page.read(0);
        if (payload.isEmpty()) {
            throw damaged("neither record of the file group is whole");
        }
        SlotRecords.Page found = SlotRecords.page(payload.get());
        if (!found.self().equals(self)) {
            throw new StateFolderException("the state in " + folder + " belongs to member " + found.self() + ", not to "
                    + self + "; nothing was changed. Give each member a folder of its own");
        }
        return found;
    }

    private void readVotes() throws IOException {
        for (int place = 0; place < votes.pairs(); place++) {
            Optional<SlotRecords.StoredVote> vote = votes.read(place).map(SlotRecords::vote);
            boolean isNew = vote.isPresent() && !places.containsKey(vote.get().election());
            if (!isNew && place >= current.votes()) {
                break; // It and those behind it were cut off while they were added; nobody was told of them.
            }
            if (!isNew) {
                throw damaged("neither record of vote " + place + " is whole");
            }
            if (vote.get().store() != current.group().store()) {
                throw damaged("the votes belong to another state");
            }
            places.put(vote.get().election(), place);
            ballots.put(vote.get().election(), vote.get().vote());
        }
        if (places.size() < current.votes()) {
            throw damaged("only " + places.size() + " of " + current.votes() + " votes are there");
        }
    }

    private StateFolderException damaged(String what) {
        return new StateFolderException("the state in " + folder + " is damaged: " + what
                + "; nothing was changed. This"
                + " member must not vote with it: it may have forgotten a vote. Restore the folder from this very"
                + " machine, or replace the member: on another one, \"baton quorum remove " + currentSelf()
                + "\"; then delete the folder, start this member, and \"baton quorum add " + currentSelf() + "\"");
    }

    @SuppressWarnings("NullAway") // Damage may be found before the page is read.
    private String currentSelf() {
        return current == null ? "ID" : current.self();
    }

    private static FileChannel lock(Path folder) throws IOException {
        FileChannel channel =
                FileChannel.open(folder.resolve("lock"), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
        FileLock held = null;
        try {
            held = channel.tryLock();
        } catch (OverlappingFileLockException sameProcess) {
            // Told below, like a lock of another process.
        }
        if (held == null) {
            channel.close();
            throw new StateFolderException("another process uses the state in " + folder
                    + "; a member runs once. Stop the other one, or give this one a name and a folder of its own");
        }
        return channel;
    }
}
