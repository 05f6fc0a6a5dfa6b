package dev.baton.quorum.wire;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** Bytes that somebody sent, read with suspicion: everything that is not right is a {@link MalformedMessageException}. */
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

    public int remaining() {
        return end - at;
    }

    public int octet() {
        if (at >= end) {
            throw new MalformedMessageException("cut off");
        }
        return bytes[at++] & 0xFF;
    }

    public byte[] octets(int length) {
        if (length < 0 || length > end - at) {
            throw new MalformedMessageException("cut off");
        }
        at += length;
        return Arrays.copyOfRange(bytes, at - length, at);
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
        throw new MalformedMessageException("a number that is too long");
    }

    /** A number that is never below zero. */
    public long count() {
        long value = varint();
        if (value < 0) {
            throw new MalformedMessageException("a negative number");
        }
        return value;
    }

    /** A number that is never below zero and fits an int. */
    public int smallCount() {
        long value = count();
        if (value > Integer.MAX_VALUE) {
            throw new MalformedMessageException("a number that is too large");
        }
        return (int) value;
    }

    public long signed() {
        long value = varint();
        return (value >>> 1) ^ -(value & 1);
    }

    public int smallSigned() {
        long value = signed();
        if (value != (int) value) {
            throw new MalformedMessageException("a number that is too large");
        }
        return (int) value;
    }

    /** The name of a member or an election. */
    public String name() {
        String text = text();
        if (text.startsWith(".") || !isOfNameCharacters(text)) {
            throw new MalformedMessageException("not a name");
        }
        return text;
    }

    /** Of the characters that names are made of, and neither empty nor too long; cheaper than a pattern. */
    static boolean isOfNameCharacters(String text) {
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            boolean allowed = (c >= 'a' && c <= 'z')
                    || (c >= 'A' && c <= 'Z')
                    || (c >= '0' && c <= '9')
                    || c == '.'
                    || c == '_'
                    || c == ':'
                    || c == '-';
            if (!allowed) {
                return false;
            }
        }
        return !text.isEmpty() && text.length() <= 128;
    }

    public String text() {
        return new String(octets(octet()), StandardCharsets.UTF_8);
    }

    public boolean flag() {
        int value = octet();
        if (value > 1) {
            throw new MalformedMessageException("neither true nor false");
        }
        return value == 1;
    }

    /** Nothing may be left. */
    public void end() {
        if (hasMore()) {
            throw new MalformedMessageException("more than was announced");
        }
    }
}
