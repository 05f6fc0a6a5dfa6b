package dev.baton.file.posix;

import java.nio.charset.Charset;

/** Text as the C library takes it: in the encoding of the machine's file names, with a zero behind it. */
final class CString {
    private static final Charset ENCODING = Charset.forName(System.getProperty("sun.jnu.encoding", "UTF-8"));

    /** Longer than any path that a kernel accepts. */
    private static final int USUAL = 8 * 1024;

    private static final NativeMemory EMPTY = new NativeMemory(1);
    private static final ThreadLocal<NativeMemory> MEMORY = ThreadLocal.withInitial(() -> new NativeMemory(USUAL));

    private final byte[] encoded;

    CString(String text) {
        this.encoded = text.getBytes(ENCODING);
    }

    /** The address of the empty text. */
    static long empty() {
        return EMPTY.address();
    }

    /** Puts it where C can read it, until this thread puts another text there. */
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
