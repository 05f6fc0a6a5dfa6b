package dev.baton.file.posix;

import java.nio.charset.Charset;

/** A zero-terminated string for the C library, in the encoding of file names. */
final class CString {
    private static final Charset ENCODING = Charset.forName(System.getProperty("sun.jnu.encoding", "UTF-8"));

    /** Longer than any path that a kernel accepts. */
    private static final int INITIAL_BYTES = 8 * 1024;

    private static final NativeMemory EMPTY = new NativeMemory(1);
    private static final ThreadLocal<NativeMemory> MEMORY =
            ThreadLocal.withInitial(() -> new NativeMemory(INITIAL_BYTES));

    private final byte[] encoded;

    CString(String text) {
        this.encoded = text.getBytes(ENCODING);
    }

    /** Returns the address of an empty string. */
    static long empty() {
        return EMPTY.address();
    }

    /** Copies the string to memory of this thread and returns its address, valid until the thread's next call. */
    long address() {
        NativeMemory memory = MEMORY.get();
        if (encoded.length >= memory.bytes().capacity()) {
            memory = new NativeMemory(encoded.length + 1);
            MEMORY.set(memory);
        }
        memory.bytes().clear().put(encoded).put((byte) 0);
        return memory.address();
    }
}
