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
 * Authenticates the frames from one process to another. The code covers the number of the frame, so that no frame is
 * accepted twice or after a later one. A frame contains the low three bytes of its number.
 */
final class MqttFrameAuthenticator {
    /** The size of the trailer: the number and the code. */
    private static final int OVERHEAD = 3 + 16;

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

    /** Returns the next frame: the content, the number, the code. */
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

    /** Returns the content of an authentic frame that is newer than all earlier ones. */
    byte[] open(FrameKind kind, byte[] frame) {
        int length = kind.isText() ? 1 + 2 * OVERHEAD : OVERHEAD;
        MalformedMessageException.require(frame.length >= length, "frame is too short");
        byte[] content = Arrays.copyOf(frame, frame.length - length);
        byte[] trailer = Arrays.copyOfRange(frame, content.length, frame.length);
        if (kind.isText()) {
            trailer = fromHex(trailer);
        }
        long low = (trailer[0] & 0xFFL) << 16 | (trailer[1] & 0xFFL) << 8 | (trailer[2] & 0xFFL);
        long number = (last & -WRAP) | low;
        if (number <= last) {
            number += WRAP;
        }
        byte[] expected = Arrays.copyOf(code(kind, number, content), CODE);
        boolean authentic = MessageDigest.isEqual(expected, Arrays.copyOfRange(trailer, 3, OVERHEAD));
        MalformedMessageException.require(authentic, "frame is not authentic, or a repeated one");
        last = number;
        return content;
    }

    private static byte[] fromHex(byte[] trailer) {
        try {
            return HexFormat.of().parseHex(new String(trailer, 1, trailer.length - 1, StandardCharsets.US_ASCII));
        } catch (IllegalArgumentException wrong) {
            throw new MalformedMessageException("frame has no code");
        }
    }

    private byte[] code(FrameKind kind, long number, byte[] content) {
        mac.update(kind.number);
        mac.update(ByteBuffer.allocate(8).putLong(number).flip());
        return mac.doFinal(content);
    }
}
