package dev.baton.file.posix;

import com.sun.jna.Native;
import com.sun.jna.Pointer;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/**
 * Memory that C can read and write, and its address. A call that gets plain numbers is passed on as it is; for every
 * text or buffer among its arguments JNA would ask the virtual machine several times. Not thread-safe.
 */
final class NativeMemory {
    private final ByteBuffer bytes;
    private final long address;

    NativeMemory(int capacity) {
        this.bytes = ByteBuffer.allocateDirect(capacity).order(ByteOrder.nativeOrder());
        this.address = Pointer.nativeValue(Native.getDirectBufferPointer(bytes));
    }

    ByteBuffer bytes() {
        return bytes;
    }

    /** Where it begins, for as long as this object can be reached. */
    long address() {
        return address;
    }
}
