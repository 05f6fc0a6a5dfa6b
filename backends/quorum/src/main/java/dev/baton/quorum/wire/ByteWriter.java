package dev.baton.quorum.wire;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** Bytes in the making: small numbers take few of them. */
public final class ByteWriter {
    private byte[] bytes = new byte[128];
    private int size;

    public int size() {
        return size;
    }

    /** A copy of what was written so far. */
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
        return octets(more, 0, more.length);
    }

    public ByteWriter octets(byte[] more, int from, int length) {
        while (size + length > bytes.length) {
            bytes = Arrays.copyOf(bytes, 2 * bytes.length);
        }
        System.arraycopy(more, from, bytes, size, length);
        size += length;
        return this;
    }

    /** Four bytes, the highest first. */
    public ByteWriter int4(int value) {
        return octet(value >>> 24).octet(value >>> 16).octet(value >>> 8).octet(value);
    }

    /** Eight bytes, the highest first. */
    public ByteWriter int8(long value) {
        return int4((int) (value >>> 32)).int4((int) value);
    }

    /** Seven bits a byte, the lowest first; a number below zero takes ten bytes. */
    public ByteWriter varint(long value) {
        long left = value;
        while ((left & ~0x7FL) != 0) {
            octet((int) (left & 0x7F) | 0x80);
            left >>>= 7;
        }
        return octet((int) left);
    }

    /** A number of either sign. */
    public ByteWriter signed(long value) {
        return varint((value << 1) ^ (value >> 63));
    }

    /** Up to 255 bytes of text. */
    public ByteWriter text(String text) {
        byte[] encoded = text.getBytes(StandardCharsets.UTF_8);
        if (encoded.length > 255) {
            throw new IllegalArgumentException("a name of " + encoded.length + " bytes");
        }
        return octet(encoded.length).octets(encoded);
    }
}
