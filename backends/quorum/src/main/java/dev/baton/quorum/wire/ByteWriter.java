package dev.baton.quorum.wire;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** Writes numbers and texts as bytes. Small numbers take few bytes. */
public final class ByteWriter {
    private byte[] bytes = new byte[128];
    private int size;

    public int size() {
        return size;
    }

    /** Returns a copy of the bytes written so far. */
    public byte[] toBytes() {
        return Arrays.copyOf(bytes, size);
    }

    public ByteWriter octet(int value) {
        if (size == bytes.length) {
            bytes = Arrays.copyOf(bytes, 2 * size);
        }
        bytes[size++] = (byte) value;
        return this;
    }

    public ByteWriter octets(byte[] more) {
        return octets(more, more.length);
    }

    /** Writes the first bytes of an array. */
    public ByteWriter octets(byte[] more, int length) {
        while (size + length > bytes.length) {
            bytes = Arrays.copyOf(bytes, 2 * bytes.length);
        }
        System.arraycopy(more, 0, bytes, size, length);
        size += length;
        return this;
    }

    public ByteWriter flag(boolean value) {
        return octet(value ? 1 : 0);
    }

    /** Writes four bytes, big-endian. */
    public ByteWriter int4(int value) {
        return octet(value >>> 24).octet(value >>> 16).octet(value >>> 8).octet(value);
    }

    /** Writes eight bytes, big-endian. */
    public ByteWriter int8(long value) {
        return int4((int) (value >>> 32)).int4((int) value);
    }

    /** Writes seven bits a byte, the lowest first. A negative number takes ten bytes. */
    public ByteWriter varint(long value) {
        long left = value;
        while ((left & ~0x7FL) != 0) {
            octet((int) (left & 0x7F) | 0x80);
            left >>>= 7;
        }
        return octet((int) left);
    }

    /** Writes a number of either sign, zigzag encoded. */
    public ByteWriter signed(long value) {
        return varint((value << 1) ^ (value >> 63));
    }

    /** Writes a text of at most 255 bytes. */
    public ByteWriter text(String text) {
        byte[] encoded = text.getBytes(StandardCharsets.UTF_8);
        if (encoded.length > 255) {
            throw new IllegalArgumentException("text of " + encoded.length + " bytes; the maximum is 255");
        }
        return octet(encoded.length).octets(encoded);
    }
}
