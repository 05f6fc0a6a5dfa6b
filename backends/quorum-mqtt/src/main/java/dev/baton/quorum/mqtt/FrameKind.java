package dev.baton.quorum.mqtt;

import dev.baton.quorum.wire.MalformedMessageException;

/** The kind of a frame's content. The topic contains its code, the authentication its number. */
enum FrameKind {
    /** Messages in the binary form. */
    PACKET(0, "packet"),
    /** Messages as JSON. */
    JSON(1, "json"),
    /** A line of JSON that no election depends on. */
    NOTE(2, "note");

    final byte number;
    final String code;

    FrameKind(int number, String code) {
        this.number = (byte) number;
        this.code = code;
    }

    static FrameKind of(String code) {
        for (FrameKind kind : values()) {
            if (kind.code.equals(code)) {
                return kind;
            }
        }
        throw new MalformedMessageException("unknown kind of frame");
    }

    /** Returns whether the content is text, so that the trailer is text too. */
    boolean isText() {
        return this != PACKET;
    }
}
