package dev.baton.file.posix;

import com.sun.jna.Native;
import com.sun.jna.Pointer;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/**
 * Memory that C can read and write. Calls that take only numbers need no conversion, so buffers are passed by address:
 * for each string or buffer argument JNA would call back into the virtual machine several times. Not thread-safe.
 *
 * @param address of the first byte, valid while this object is reachable
 */
record NativeMemory(ByteBuffer bytes, long address) {

    static NativeMemory allocate(int capacity) {
        ByteBuffer bytes = ByteBuffer.allocateDirect(capacity).order(ByteOrder.nativeOrder());
        return new NativeMemory(bytes, Pointer.nativeValue(Native.getDirectBufferPointer(bytes)));
    }
}
