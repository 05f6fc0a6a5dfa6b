package dev.baton.quorum.stream;

import dev.baton.quorum.wire.ClusterKey;
import dev.baton.quorum.wire.MalformedMessageException;
import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.util.Arrays;
import javax.crypto.Mac;

/** Authenticates the frames of one direction of one stream. The code of a frame covers its sequence number. */
public final class FrameAuthenticator {
    /** The maximum size of the content of a frame. */
    public static final int MAX_CONTENT = 0xFFFF - 16;

    private static final int CODE = 16;

    private final Mac mac;
    private long number;

    FrameAuthenticator(byte[] key) {
        this.mac = ClusterKey.mac(key);
    }

    /** Returns the next frame: its length, the type, the content, the authentication code. */
    public ByteBuffer seal(int type, byte[] content) {
        ByteBuffer frame = ByteBuffer.allocate(2 + 1 + content.length + CODE);
        frame.putShort((short) (1 + content.length + CODE)).put((byte) type).put(content);
        frame.put(code(frame.array(), 2, 1 + content.length), 0, CODE);
        return frame.flip();
    }

    /** Checks the next frame, given without its length, and returns its type and content. */
    public byte[] open(byte[] bytes, int from, int length) {
        MalformedMessageException.require(length >= 1 + CODE, "frame is too short");
        int content = length - CODE;
        byte[] expected = Arrays.copyOf(code(bytes, from, content), CODE);
        byte[] code = Arrays.copyOfRange(bytes, from + content, from + length);
        MalformedMessageException.require(MessageDigest.isEqual(expected, code), "frame is not authentic");
        return Arrays.copyOfRange(bytes, from, from + content);
    }

    private byte[] code(byte[] bytes, int from, int length) {
        mac.update(ByteBuffer.allocate(8).putLong(number++).flip());
        mac.update(bytes, from, length);
        return mac.doFinal();
    }
}
