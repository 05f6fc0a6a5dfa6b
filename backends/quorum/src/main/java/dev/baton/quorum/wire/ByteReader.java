package dev.baton.quorum.wire;

import dev.baton.support.text.Names;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** Reads received bytes. Throws {@link MalformedMessageException} for anything that {@link ByteWriter} does not write. */
public final class ByteReader {
    private final byte[] bytes;
    private final int end;
    private int at;

    public ByteReader(byte[] bytes) {
        this(bytes, 0, bytes.length);
    }

    public ByteReader(byte[] bytes, int from, int end) {
        this.bytes = bytes;
        this.at = from;
        this.end = end;
    }

    public boolean hasMore() {
        return at < end;
    }

    public int octet() {
        advance(1);
        return bytes[at - 1] & 0xFF;
    }

    public byte[] octets(int length) {
        advance(length);
        return Arrays.copyOfRange(bytes, at - length, at);
    }

    private void advance(int length) {
        if (length > end - at) {
            throw new MalformedMessageException("truncated message");
        }
        at += length;
    }

    public int int4() {
        return ByteBuffer.wrap(octets(4)).getInt();
    }

    public long int8() {
        return ByteBuffer.wrap(octets(8)).getLong();
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
        if (value < 0) {
            throw new MalformedMessageException("number is negative");
        }
        return value;
    }

    /** Reads a number that is not negative and fits an int. */
    public int smallCount() {
        long value = count();
        if (value > Integer.MAX_VALUE) {
            throw new MalformedMessageException("number is too large");
        }
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
        if (!Names.isName(text)) {
            throw new MalformedMessageException("invalid name");
        }
        return text;
    }

    public String text() {
        return new String(octets(octet()), StandardCharsets.UTF_8);
    }

    public boolean flag() {
        int value = octet();
        if (value > 1) {
            throw new MalformedMessageException("flag is neither 0 nor 1");
        }
        return value == 1;
    }

    /** Checks that everything has been read. */
    public void end() {
        if (hasMore()) {
            throw new MalformedMessageException("unexpected bytes after the message");
        }
    }
}
