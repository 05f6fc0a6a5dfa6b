package dev.baton.quorum.disk;

import dev.baton.quorum.step.GroupRecord;
import dev.baton.quorum.step.LeasePromise;
import dev.baton.quorum.step.Membership;
import dev.baton.quorum.step.Vote;
import dev.baton.quorum.step.Voter;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** The payloads of slots: records of a member, of a vote and of a promise. */
public final class SlotRecords {
    /** Size of the slot for the member record, in bytes: enough for the longest names in the largest group. */
    public static final int GROUP_SLOT = 32 * 1024;

    /** Size of the slot for a vote or a promise, in bytes: enough for the longest names. */
    public static final int SLOT = 512;

    private SlotRecords() {}

    /**
     * The record of a member.
     *
     * @param incarnation of the last start
     * @param votes number of elections in which this member has ever voted
     * @param start of the last start; {@link StartRecord#UNKNOWN} in a record of version 0.1
     */
    public record MemberRecord(String self, long incarnation, int votes, GroupRecord group, StartRecord start) {}

    /**
     * A vote in one election.
     *
     * @param store the disk that the vote belongs to
     * @param generation number of the write that contained this vote; 0 in a record of version 0.1
     */
    public record StoredVote(long store, String election, Vote vote, long generation) {}

    /** A promise in one election, made during one boot of the machine. */
    public record StoredPromise(String boot, String election, LeasePromise promise) {}

    public static byte[] encode(MemberRecord member) {
        return bytes(out -> {
            out.writeUTF(member.self());
            out.writeLong(member.incarnation());
            out.writeInt(member.votes());
            GroupRecord group = member.group();
            out.writeLong(group.store());
            out.writeBoolean(group.registered());
            Membership members = group.membership();
            out.writeLong(members.id().term());
            out.writeInt(members.id().version());
            out.writeLong(members.floor());
            out.writeInt(members.size());
            for (Voter voter : members.members()) {
                out.writeUTF(voter.id());
                out.writeLong(voter.store());
            }
            out.writeInt(group.disks().size());
            for (Map.Entry<String, Long> disk : new TreeMap<>(group.disks()).entrySet()) {
                out.writeUTF(disk.getKey());
                out.writeLong(disk.getValue());
            }
            // Version 0.1 ends here, and ignores what follows.
            if (!member.start().equals(StartRecord.UNKNOWN)) {
                write(member.start(), out);
            }
        });
    }

    private static void write(StartRecord start, DataOutputStream out) throws IOException {
        out.writeUTF(start.boot());
        out.writeUTF(start.folder());
        out.writeLong(start.longestPromise());
        out.writeInt(start.peers().size());
        for (Map.Entry<String, StartRecord.PeerStart> peer : new TreeMap<>(start.peers()).entrySet()) {
            out.writeUTF(peer.getKey());
            out.writeLong(peer.getValue().store());
            out.writeLong(peer.getValue().incarnation());
        }
    }

    public static MemberRecord member(byte[] payload) {
        return read(
                payload,
                in -> new MemberRecord(
                        in.readUTF(),
                        in.readLong(),
                        in.readInt(),
                        group(in),
                        in.available() == 0 ? StartRecord.UNKNOWN : start(in)));
    }

    private static StartRecord start(DataInputStream in) throws IOException {
        String boot = in.readUTF();
        String folder = in.readUTF();
        long longestPromise = in.readLong();
        Map<String, StartRecord.PeerStart> peers = new TreeMap<>();
        for (int left = in.readInt(); left > 0; left--) {
            peers.put(in.readUTF(), new StartRecord.PeerStart(in.readLong(), in.readLong()));
        }
        return new StartRecord(boot, folder, longestPromise, peers);
    }

    private static GroupRecord group(DataInputStream in) throws IOException {
        long store = in.readLong();
        boolean registered = in.readBoolean();
        long term = in.readLong();
        int version = in.readInt();
        long floor = in.readLong();
        List<Voter> members = new ArrayList<>();
        for (int left = in.readInt(); left > 0; left--) {
            members.add(new Voter(in.readUTF(), in.readLong()));
        }
        Map<String, Long> disks = new TreeMap<>();
        for (int left = in.readInt(); left > 0; left--) {
            disks.put(in.readUTF(), in.readLong());
        }
        return new GroupRecord(new Membership(term, version, floor, members), store, registered, disks);
    }

    public static byte[] encode(StoredVote vote) {
        return bytes(out -> {
            out.writeLong(vote.store());
            out.writeUTF(vote.election());
            out.writeLong(vote.vote().term());
            out.writeUTF(vote.vote().votedFor());
            if (vote.generation() != 0) {
                out.writeLong(vote.generation());
            }
        });
    }

    public static StoredVote vote(byte[] payload) {
        return read(
                payload,
                in -> new StoredVote(
                        in.readLong(),
                        in.readUTF(),
                        new Vote(in.readLong(), in.readUTF()),
                        in.available() == 0 ? 0 : in.readLong()));
    }

    public static byte[] encode(StoredPromise stored) {
        LeasePromise promise = stored.promise();
        return bytes(out -> {
            out.writeUTF(stored.boot());
            out.writeUTF(stored.election());
            out.writeUTF(promise.leader());
            out.writeLong(promise.term());
            out.writeLong(promise.incarnation());
            out.writeLong(promise.until());
        });
    }

    public static StoredPromise promise(byte[] payload) {
        return read(
                payload,
                in -> new StoredPromise(
                        in.readUTF(),
                        in.readUTF(),
                        new LeasePromise(in.readUTF(), in.readLong(), in.readLong(), in.readLong())));
    }

    private interface Encoder {
        void write(DataOutputStream out) throws IOException;
    }

    private interface Decoder<T> {
        T read(DataInputStream in) throws IOException;
    }

    private static byte[] bytes(Encoder encoder) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream(128);
        try {
            encoder.write(new DataOutputStream(bytes));
        } catch (IOException impossible) {
            throw new UncheckedIOException(impossible);
        }
        return bytes.toByteArray();
    }

    private static <T> T read(byte[] payload, Decoder<T> decoder) {
        try {
            return decoder.read(new DataInputStream(new ByteArrayInputStream(payload)));
        } catch (IOException tooShort) {
            throw new UncheckedIOException("record is too short although its checksum is correct", tooShort);
        }
    }
}
