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
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * The state of one member on disk: {@code group} (its name and membership), {@code votes} (one record for each election),
 * {@code promises}, {@code commands} ({@link CommandFile}), and {@code lock}, which excludes a second process ({@link
 * FolderLock}).
 *
 * <p>Not thread-safe. {@link #persist} blocks for an fdatasync; {@link #remember} does not.
 */
public final class StateFolder implements Closeable {
    private static final int VOTES_TO_ALLOCATE = 16;
    private static final int MAX_STEP = 1 << 20;
    private static final SecureRandom RANDOM = new SecureRandom();

    private final StateDirectory folder;
    private final String self;
    private final Closeable lock;
    private final SlotFile memberFile;
    private final SlotFile voteFile;
    private final CommandFile commandFile;
    private final Map<String, Integer> places = new LinkedHashMap<>();
    private final Map<String, Vote> savedVotes = new HashMap<>();
    private SlotRecords.MemberRecord member;
    private long generation;
    /** The number of the last write that was tried: a failed one may be on disk, so it keeps its number for itself. */
    private long lastWrite;

    private long previousIncarnation;
    private @Nullable PromiseFile promises;

    private StateFolder(StateDirectory folder, Closeable lock, String self, Membership founding, RandomGenerator random)
            throws IOException {
        this.folder = folder;
        this.self = self;
        this.lock = lock;
        this.memberFile = new SlotFile(folder, "group", SlotRecords.GROUP_SLOT, 1);
        this.voteFile = new SlotFile(folder, "votes", SlotRecords.SLOT, VOTES_TO_ALLOCATE);
        this.commandFile = new CommandFile(folder);
        this.member = readMember(founding, random);
        readVotes();
        this.lastWrite = generation;
    }

    /** An open state folder and what a node needs to start. */
    public record Opened(StateFolder folder, MemberStart start, SavedState saved) {}

    /**
     * Opens the state of this member, or creates it. The new incarnation is durable when this returns.
     *
     * <p>A member abstains for the longest promise that it may have given, counted from this start, unless its records
     * prove that they know all promises: they were written in this boot of the machine and in this folder, and none is
     * missing.
     *
     * @param founding the membership from the settings; the one on disk takes precedence
     * @param nanos the monotonic clock now
     * @throws StateFolderException if there is a state that must not be used
     */
    public static Opened open(
            Path folder, String self, Membership founding, QuorumTiming settings, BootInfo machine, long nanos)
            throws IOException {
        return open(DiskDirectory.open(folder), self, founding, settings, machine, nanos, RANDOM);
    }

    /** Like the other method, in any directory and with any source of random numbers. */
    public static Opened open(
            StateDirectory folder,
            String self,
            Membership founding,
            QuorumTiming settings,
            BootInfo machine,
            long nanos,
            RandomGenerator random)
            throws IOException {
        Closeable lock = folder.lock();
        try {
            return new StateFolder(folder, lock, self, founding, random).start(settings, machine, nanos, random);
        } catch (IOException | RuntimeException failed) {
            lock.close();
            throw failed;
        }
    }

    private Opened start(QuorumTiming settings, BootInfo machine, long nanos, RandomGenerator random)
            throws IOException {
        String place = folder.place();
        StartRecord last = member.start();
        boolean isNew = member.incarnation() == 0;
        SavedPromises saved = SavedPromises.read(folder, machine.boot(), place, member.incarnation());
        boolean samePlace = saved.complete() && last.provesPlace(machine.boot(), place);
        if (samePlace && saved.votes() > generation) {
            throw damaged("the file votes is older than the file promises");
        }
        boolean kept = samePlace && saved.votes() == generation; // Otherwise the promises are older than the votes.
        long longest = Math.max(last.longestPromise(), settings.longestLease().toNanos());
        long abstainUntil = isNew ? nanos : kept ? Math.max(nanos, saved.abstainUntil()) : nanos + longest;
        previousIncarnation = member.incarnation();
        // The random part gives two copies of one folder different numbers.
        long incarnation = previousIncarnation + 1 + random.nextInt(MAX_STEP);
        voteFile.copyAll(places.size());
        StartRecord start = new StartRecord(machine.boot(), place, longest, last.peers());
        write(new SlotRecords.MemberRecord(self, incarnation, places.size(), member.group(), start));
        promises = PromiseFile.create(folder, machine.boot(), place, incarnation, abstainUntil, saved.promises());
        rememberGeneration();
        return new Opened(
                this,
                new MemberStart(self, incarnation, abstainUntil, random.nextLong(), kept),
                new SavedState(member.group(), savedVotes, saved.promises()));
    }

    /** Returns the number of this disk. */
    public long store() {
        return member.group().store();
    }

    /** Returns the incarnation of the start before this one; 0 if this is the first. */
    public long previousIncarnation() {
        return previousIncarnation;
    }

    /** Returns the number of writes of votes that this disk has confirmed. */
    public long generation() {
        return generation;
    }

    /** Returns the newest known start of each peer. */
    public Map<String, StartRecord.PeerStart> peers() {
        return member.start().peers();
    }

    /** Makes the starts of peers durable, so that an earlier copy of a peer's folder is recognised later. */
    public void persistPeers(Map<String, StartRecord.PeerStart> starts) throws IOException {
        write(member.start().withPeers(starts));
    }

    /** Returns the recorded commands. This folder closes the file. */
    public CommandFile commands() {
        return commandFile;
    }

    /** Returns the longest promise that this disk allows, in nanoseconds. */
    public long longestPromise() {
        return member.start().longestPromise();
    }

    /** Makes the longest promise durable. A longer one must be durable before it is given. */
    public void persistLongestPromise(long nanos) throws IOException {
        if (nanos != longestPromise()) {
            write(member.start().withLongestPromise(nanos));
        }
    }

    /** Makes votes durable in one write. After an IOException none of them may be sent. */
    public void persist(Map<String, Vote> votes) throws IOException {
        long number = ++lastWrite;
        Map<String, Integer> added = new LinkedHashMap<>();
        Map<Integer, byte[]> records = new LinkedHashMap<>();
        votes.forEach((election, vote) -> {
            Integer place = places.get(election);
            if (place == null) {
                place = places.size() + added.size();
                added.put(election, place);
            }
            records.put(place, SlotRecords.encode(new SlotRecords.StoredVote(store(), election, vote, number)));
        });
        voteFile.write(records);
        generation = number;
        places.putAll(added);
        if (places.size() != member.votes()) {
            write(new SlotRecords.MemberRecord(
                    self, member.incarnation(), places.size(), member.group(), member.start()));
        }
        rememberGeneration();
    }

    private void rememberGeneration() {
        remember(PromiseFile.VOTES, new LeasePromise("", generation, 0, Long.MIN_VALUE));
    }

    /** Makes the membership and the recorded disks durable. */
    public void persist(GroupRecord group) throws IOException {
        write(new SlotRecords.MemberRecord(self, member.incarnation(), member.votes(), group, member.start()));
    }

    /** Saves a promise so that it survives the end of this process. */
    public void remember(String election, LeasePromise promise) {
        Objects.requireNonNull(promises).remember(election, promise);
    }

    @Override
    public void close() throws IOException {
        memberFile.close();
        voteFile.close();
        commandFile.close();
        if (promises != null) {
            promises.close();
        }
        lock.close();
    }

    private void write(StartRecord start) throws IOException {
        write(new SlotRecords.MemberRecord(self, member.incarnation(), member.votes(), member.group(), start));
    }

    private void write(SlotRecords.MemberRecord next) throws IOException {
        memberFile.write(Map.of(0, SlotRecords.encode(next)));
        member = next;
    }

    private SlotRecords.MemberRecord readMember(Membership founding, RandomGenerator random) throws IOException {
        // A new disk gets a new number. If this is damage after all, the peers that recorded the old number refuse it.
        if (memberFile.pairs() == 0 || memberFile.cutOff) {
            if (voteFile.pairs() > 0) {
                throw damaged("the file group is empty, but there are votes");
            }
            long store = random.nextLong() | 1;
            return new SlotRecords.MemberRecord(self, 0, 0, GroupRecord.fresh(founding, store), StartRecord.UNKNOWN);
        }
        SlotRecords.MemberRecord found = memberFile
                .read(0)
                .map(SlotRecords::member)
                .orElseThrow(() -> damaged("both records of the file group are corrupt"));
        if (!found.self().equals(self)) {
            throw new StateFolderException("state folder " + folder + " belongs to member " + found.self() + ", not to "
                    + self + "; nothing was changed. Give each member its own folder");
        }
        if (isOld(found) && memberFile.hasDamage(0)) {
            throw damaged("one record of the file group is corrupt, and it may be the newest");
        }
        return found;
    }

    /** Version 0.1 did not copy its records, so that one damaged slot may have been the newest. */
    private static boolean isOld(SlotRecords.MemberRecord record) {
        return record.start().equals(StartRecord.UNKNOWN);
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
            if (isOld(member) && voteFile.hasDamage(place)) {
                throw damaged("one record of vote " + place + " is corrupt, and it may be the newest");
            }
            generation = Math.max(generation, stored.get().generation());
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
                + " An earlier copy of the folder is not safe either. Replace the member: run \"baton quorum remove "
                + self + "\" on another member, delete the folder, start this member, and run \"baton quorum add "
                + self
                + "\"");
    }
}
