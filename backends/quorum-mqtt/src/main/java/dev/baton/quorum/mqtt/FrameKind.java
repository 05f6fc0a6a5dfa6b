package dev.baton.quorum.mqtt;

import dev.baton.quorum.wire.MalformedMessageException;
import java.util.Locale;

/** What a frame has in it; the topic says which. */
enum FrameKind {
    /** Messages in the compact form. */
    PACKET(0),
    /** Messages as JSON. */
    JSON(1),
    /** A line of JSON that no election depends on. */
    NOTE(2);

    private final byte number;

    FrameKind(int number) {
        this.number = (byte) number;
    }

    /** As authentication has it. */
    byte number() {
        return number;
    }

    /** As topics spell it. */
    String code() {
        return name().toLowerCase(Locale.ROOT);
    }

    static FrameKind of(String code) {
        for (FrameKind kind : values()) {
            if (kind.code().equals(code)) {
                return kind;
            }
        }
        throw new MalformedMessageException("no kind of frame");
    }

    /** Whether people may want to read it. */
    boolean isText() {
        return this != PACKET;
    }
}
