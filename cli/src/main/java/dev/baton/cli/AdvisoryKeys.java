package dev.baton.cli;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;

/** The two int4 keys of the advisory lock that a name stands for: the first 64 bits of its SHA-256. */
record AdvisoryKeys(int key1, int key2) {

    /** The keys of an election's name. */
    static AdvisoryKeys of(String name) {
        try {
            byte[] hash = MessageDigest.getInstance("SHA-256").digest(name.getBytes(StandardCharsets.UTF_8));
            ByteBuffer bits = ByteBuffer.wrap(hash);
            return new AdvisoryKeys(bits.getInt(), bits.getInt());
        } catch (NoSuchAlgorithmException impossible) {
            throw new IllegalStateException("every Java platform has SHA-256", impossible);
        }
    }
}
