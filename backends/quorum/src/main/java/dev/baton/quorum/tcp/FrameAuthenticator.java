package dev.baton.quorum.tcp;

import dev.baton.quorum.wire.ClusterKey;
import dev.baton.quorum.wire.MalformedMessageException;
import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.util.Arrays;
import javax.crypto.Mac;

/** Authenticates the frames of one direction of one connection, each with its own number. */
final class FrameAuthenticator {
    /** Bytes that a frame is longer than what is in it. */
    static final int OVERHEAD = 2 + 16;

    /** The longest content of a frame. */
    static final int LONGEST = 0xFFFF - 16;

    private static final int CODE = 16;

    private final Mac mac;
    private long number;

    FrameAuthenticator(byte[] key) {
        this.mac = ClusterKey.mac(key);
    }

    /** The next frame: its length, the content, the code. */
    ByteBuffer seal(int type, byte[] content) {
        ByteBuffer frame = ByteBuffer.allocate(OVERHEAD + 1 + content.length);
        frame.putShort((short) (1 + content.length + CODE)).put((byte) type).put(content);
        frame.put(code(frame.array(), 2, 1 + content.length), 0, CODE);
        return frame.flip();
    }

    /** The type and content of the next frame, which stands without its length at this place. */
    byte[] open(byte[] bytes, int from, int length) {
        if (length < 1 + CODE) {
            throw new MalformedMessageException("a frame that is too short");
        }
        int content = length - CODE;
        byte[] expected = Arrays.copyOf(code(bytes, from, content), CODE);
        if (!MessageDigest.isEqual(expected, Arrays.copyOfRange(bytes, from + content, from + length))) {
            throw new MalformedMessageException("a frame that its sender did not write");
        }
        return Arrays.copyOfRange(bytes, from, from + content);
    }

    private byte[] code(byte[] bytes, int from, int length) {
        mac.update(ByteBuffer.allocate(8).putLong(number++).flip());
        mac.update(bytes, from, length);
        return mac.doFinal();
    }
}
