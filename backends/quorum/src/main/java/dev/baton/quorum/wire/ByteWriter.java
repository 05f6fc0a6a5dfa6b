package dev.baton.quorum.wire;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;

/** Writes numbers and texts as bytes. Small numbers take few bytes. */
public final class ByteWriter {
    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream(128);

    public int size() {
        return bytes.size();
    }

    /** Returns a copy of the bytes written so far. */
    public byte[] toBytes() {
        return bytes.toByteArray();
    }

    public ByteWriter octet(int value) {
        bytes.write(value);
        return this;
    }

    public ByteWriter octets(byte[] more) {
        return octets(more, more.length);
    }

    /** Writes the first bytes of an array. */
    public ByteWriter octets(byte[] more, int length) {
        bytes.write(more, 0, length);
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
