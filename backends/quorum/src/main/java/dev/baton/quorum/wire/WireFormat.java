package dev.baton.quorum.wire;

/** The version of the bytes that members exchange: the last character of the first four bytes of a handshake. */
public final class WireFormat {
    /** Members with different versions reject each other, so it changes only if older members cannot read the new bytes. */
    public static final int VERSION = 1;

    private WireFormat() {}

    /** Returns the first bytes of a handshake: a prefix for the transport and the version. */
    public static int magic(char transport) {
        return magic(transport, VERSION);
    }

    /** Returns the first bytes of a handshake with a version of its own. */
    public static int magic(char transport, int version) {
        return 'B' << 24 | 'T' << 16 | transport << 8 | ('0' + version);
    }
}
