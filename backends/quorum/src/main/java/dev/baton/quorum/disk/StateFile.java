package dev.baton.quorum.disk;

import java.io.Closeable;
import java.io.IOException;

/** A file of a {@link StateDirectory} that is open for writing. */
public interface StateFile extends Closeable {

    long size() throws IOException;

    /**
     * Writes bytes at a position. They survive the end of the process, but not of the machine before {@link #force}, which
     * may have kept any part of them, in any order.
     */
    void write(long from, byte[] bytes) throws IOException;

    /** Makes everything that was written durable. After an exception, nothing is known about it. Blocks for an fdatasync. */
    void force() throws IOException;

    /** Maps the beginning of the file into memory. Earlier mappings stay valid. */
    Memory map(int size) throws IOException;

    /** A mapped part of a file. Bytes that are put there survive the end of the process, but not of the machine. */
    interface Memory {
        int size();

        void put(int at, byte[] bytes);
    }
}
