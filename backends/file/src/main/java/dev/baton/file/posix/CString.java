package dev.baton.file.posix;

import java.nio.charset.Charset;

/** A zero-terminated string for the C library, in the encoding of file names. */
final class CString {
    private static final Charset ENCODING = Charset.forName(System.getProperty("sun.jnu.encoding", "UTF-8"));

    /** Longer than any path that a kernel accepts. */
    private static final int INITIAL_BYTES = 8 * 1024;

    /** An empty string. */
    static final NativeMemory EMPTY = NativeMemory.allocate(1);

    private static final ThreadLocal<NativeMemory> MEMORY =
            ThreadLocal.withInitial(() -> NativeMemory.allocate(INITIAL_BYTES));

    private final byte[] encoded;

    CString(String text) {
        this.encoded = text.getBytes(ENCODING);
    }

    /** Copies the string to memory of this thread and returns its address, valid until the thread's next call. */
    long address() {
        NativeMemory memory = MEMORY.get();
        if (encoded.length >= memory.bytes().capacity()) {
            memory = NativeMemory.allocate(encoded.length + 1);
            MEMORY.set(memory);
        }
        memory.bytes().clear().put(encoded).put((byte) 0);
        return memory.address();
    }
}
