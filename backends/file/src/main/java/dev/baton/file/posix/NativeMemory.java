package dev.baton.file.posix;

import com.sun.jna.Native;
import com.sun.jna.Pointer;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/**
 * Memory that C can read and write. Calls that take only numbers need no conversion, so buffers are passed by address:
 * for each string or buffer argument JNA would call back into the virtual machine several times. Not thread-safe.
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

    /** Returns the address of the first byte, valid while this object is reachable. */
    long address() {
        return address;
    }
}
