package dev.baton.quorum.mqtt;

import dev.baton.quorum.wire.ClusterKey;
import dev.baton.quorum.wire.MalformedMessageException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.Arrays;
import java.util.HexFormat;
import javax.crypto.Mac;

/**
 * Authenticates what one process says to one other process, each frame with its number, so that none is read twice
 * or after a later one. The number's low three bytes travel with the frame.
 */
final class MqttFrameAuthenticator {
    /** Bytes that a binary frame is longer than what is in it. */
    static final int OVERHEAD = 3 + 16;

    private static final int CODE = 16;
    private static final int WRAP = 1 << 24;

    private final Mac mac;
    private long last;

    MqttFrameAuthenticator(ClusterKey key, String group, String from, Nonce fromNonce, String to, Nonce toNonce) {
        byte[] names = (group + "\n" + from + "\n" + to + "\n").getBytes(StandardCharsets.UTF_8);
        byte[] context = ByteBuffer.allocate(names.length + 2 * Nonce.LENGTH)
                .put(names)
                .put(fromNonce.bytes())
                .put(toNonce.bytes())
                .array();
        this.mac = ClusterKey.mac(key.derive("mqtt frames", context));
    }

    /** The next frame: the content, then its number and the code. */
    byte[] seal(FrameKind kind, byte[] content) {
        last++;
        byte[] trailer = ByteBuffer.allocate(OVERHEAD)
                .put((byte) (last >>> 16))
                .putShort((short) last)
                .put(code(kind, last, content), 0, CODE)
                .array();
        if (kind.isText()) {
            trailer = ("\n" + HexFormat.of().formatHex(trailer)).getBytes(StandardCharsets.US_ASCII);
        }
        return ByteBuffer.allocate(content.length + trailer.length)
                .put(content)
                .put(trailer)
                .array();
    }

    /** The content of a frame that is newer than all before it. */
    byte[] open(FrameKind kind, byte[] frame) {
        int length = kind.isText() ? 1 + 2 * OVERHEAD : OVERHEAD;
        if (frame.length < length) {
            throw new MalformedMessageException("a frame that is too short");
        }
        byte[] content = Arrays.copyOf(frame, frame.length - length);
        byte[] trailer = Arrays.copyOfRange(frame, content.length, frame.length);
        if (kind.isText()) {
            trailer = unhexed(trailer);
        }
        long low = (trailer[0] & 0xFFL) << 16 | (trailer[1] & 0xFFL) << 8 | (trailer[2] & 0xFFL);
        long number = (last & -WRAP) | low;
        if (number <= last) {
            number += WRAP;
        }
        byte[] expected = Arrays.copyOf(code(kind, number, content), CODE);
        if (!MessageDigest.isEqual(expected, Arrays.copyOfRange(trailer, 3, OVERHEAD))) {
            throw new MalformedMessageException("a frame that its sender did not write, or that was heard before");
        }
        last = number;
        return content;
    }

    private static byte[] unhexed(byte[] trailer) {
        try {
            return HexFormat.of().parseHex(new String(trailer, 1, trailer.length - 1, StandardCharsets.US_ASCII));
        } catch (IllegalArgumentException wrong) {
            throw new MalformedMessageException("a frame without its code");
        }
    }

    private byte[] code(FrameKind kind, long number, byte[] content) {
        mac.update(kind.number());
        mac.update(ByteBuffer.allocate(8).putLong(number).flip());
        return mac.doFinal(content);
    }
}
