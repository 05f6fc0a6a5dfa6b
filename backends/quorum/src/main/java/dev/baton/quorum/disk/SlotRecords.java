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

/** The payloads of the slots. */
public final class SlotRecords {
    /** Bytes of a slot for the group: the longest names of the largest group fit. */
    public static final int GROUP_SLOT = 32 * 1024;

    /** Bytes of a slot for a vote or a promise: the longest names fit. */
    public static final int SLOT = 512;

    private SlotRecords() {}

    /**
     * A member's own page.
     *
     * @param incarnation of the last start
     * @param votes in how many elections this member has ever voted
     */
    public record Page(String self, long incarnation, int votes, GroupRecord group) {}

    /** A vote in one election. */
    public record StoredVote(long store, String election, Vote vote) {}

    /** A promise in one election, made during one boot of the machine. */
    public record Pledge(String boot, String election, LeasePromise promise) {}

    public static byte[] encode(Page page) {
        return bytes(out -> {
            out.writeUTF(page.self());
            out.writeLong(page.incarnation());
            out.writeInt(page.votes());
            GroupRecord group = page.group();
            out.writeLong(group.store());
            out.writeBoolean(group.registered());
            Membership members = group.membership();
            out.writeLong(members.id().term());
            out.writeInt(members.id().version());
            out.writeLong(members.floor());
            out.writeInt(members.size());
            for (Voter member : members.members()) {
                out.writeUTF(member.id());
                out.writeLong(member.store());
            }
            out.writeInt(group.disks().size());
            for (Map.Entry<String, Long> disk : new TreeMap<>(group.disks()).entrySet()) {
                out.writeUTF(disk.getKey());
                out.writeLong(disk.getValue());
            }
        });
    }

    public static Page page(byte[] payload) {
        return read(payload, in -> {
            String self = in.readUTF();
            long incarnation = in.readLong();
            int votes = in.readInt();
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
            Membership membership = new Membership(term, version, floor, members);
            return new Page(self, incarnation, votes, new GroupRecord(membership, store, registered, disks));
        });
    }

    public static byte[] encode(StoredVote vote) {
        return bytes(out -> {
            out.writeLong(vote.store());
            out.writeUTF(vote.election());
            out.writeLong(vote.vote().term());
            out.writeUTF(vote.vote().votedFor());
        });
    }

    public static StoredVote vote(byte[] payload) {
        return read(payload, in -> new StoredVote(in.readLong(), in.readUTF(), new Vote(in.readLong(), in.readUTF())));
    }

    public static byte[] encode(Pledge pledge) {
        LeasePromise promise = pledge.promise();
        return bytes(out -> {
            out.writeUTF(pledge.boot());
            out.writeUTF(pledge.election());
            out.writeUTF(promise.leader());
            out.writeLong(promise.term());
            out.writeLong(promise.incarnation());
            out.writeLong(promise.until());
        });
    }

    public static Pledge pledge(byte[] payload) {
        return read(
                payload,
                in -> new Pledge(
                        in.readUTF(),
                        in.readUTF(),
                        new LeasePromise(in.readUTF(), in.readLong(), in.readLong(), in.readLong())));
    }

    private interface Writing {
        void to(DataOutputStream out) throws IOException;
    }

    private interface Reading<T> {
        T from(DataInputStream in) throws IOException;
    }

    private static byte[] bytes(Writing writing) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream(128);
        try {
            writing.to(new DataOutputStream(bytes));
        } catch (IOException impossible) {
            throw new UncheckedIOException(impossible);
        }
        return bytes.toByteArray();
    }

    private static <T> T read(byte[] payload, Reading<T> reading) {
        try {
            return reading.from(new DataInputStream(new ByteArrayInputStream(payload)));
        } catch (IOException short_) {
            throw new UncheckedIOException("a record that is whole by its checksum is too short", short_);
        }
    }
}
