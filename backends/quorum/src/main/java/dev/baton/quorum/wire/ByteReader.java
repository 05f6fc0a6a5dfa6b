package dev.baton.quorum.wire;

import dev.baton.support.text.Names;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;

/** Reads received bytes. Throws {@link MalformedMessageException} for anything that {@link ByteWriter} does not write. */
public final class ByteReader {
    private final ByteBuffer bytes;

    public ByteReader(byte[] bytes) {
        this(bytes, 0, bytes.length);
    }

    public ByteReader(byte[] bytes, int from, int end) {
        this.bytes = ByteBuffer.wrap(bytes, from, end - from);
    }

    public boolean hasMore() {
        return bytes.hasRemaining();
    }

    /** Returns the bytes to read from, which are at least as many as this. */
    private ByteBuffer next(int length) {
        MalformedMessageException.require(length <= bytes.remaining(), "truncated message");
        return bytes;
    }

    public int octet() {
        return next(1).get() & 0xFF;
    }

    public byte[] octets(int length) {
        ByteBuffer in = next(length);
        byte[] octets = new byte[length];
        in.get(octets);
        return octets;
    }

    public int int4() {
        return next(4).getInt();
    }

    public long int8() {
        return next(8).getLong();
    }

    public long varint() {
        long value = 0;
        for (int shift = 0; shift < 64; shift += 7) {
            int next = octet();
            if (shift == 63 && next > 1) {
                break;
            }
            value |= (long) (next & 0x7F) << shift;
            if (next < 0x80) {
                if (next == 0 && shift > 0) {
                    break;
                }
                return value;
            }
        }
        throw new MalformedMessageException("number is too long");
    }

    /** Reads a number that is not negative. */
    public long count() {
        long value = varint();
        MalformedMessageException.require(value >= 0, "number is negative");
        return value;
    }

    /** Reads a number that is not negative and fits an int. */
    public int smallCount() {
        long value = count();
        MalformedMessageException.require(value <= Integer.MAX_VALUE, "number is too large");
        return (int) value;
    }

    public long signed() {
        long value = varint();
        return (value >>> 1) ^ -(value & 1);
    }

    /** Reads the name of a member or an election. */
    public String name() {
        return checkedName(text());
    }

    static String checkedName(String text) {
        MalformedMessageException.require(Names.isName(text), "invalid name");
        return text;
    }

    public String text() {
        return new String(octets(octet()), StandardCharsets.UTF_8);
    }

    public boolean flag() {
        int value = octet();
        MalformedMessageException.require(value <= 1, "flag is neither 0 nor 1");
        return value == 1;
    }

    /** Checks that everything has been read. */
    public void end() {
        MalformedMessageException.require(!hasMore(), "unexpected bytes after the message");
    }
}
