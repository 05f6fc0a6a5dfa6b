package dev.baton.postgres.session;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketAddress;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedSelectorException;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;

/**
 * A socket that a selector can watch while no read is in progress. The driver's own wait for notifications cannot be
 * interrupted for a request. Has the methods that the driver and its TLS sockets call.
 */
public final class SelectableSocket extends Socket {
    /** The timeout with which the driver checks for pending data. It would wait a millisecond for each check. */
    private static final int POLL = 1;

    private final SocketChannel channel;
    private final Selector blocking;
    private final ChannelInput input = new ChannelInput();
    private final ChannelOutput output = new ChannelOutput();
    private int soTimeout;

    SelectableSocket() throws IOException {
        channel = SocketChannel.open();
        channel.configureBlocking(false);
        blocking = Selector.open();
    }

    /** Makes the selector wake up when data arrives. */
    public void register(Selector selector) throws IOException {
        channel.register(selector, SelectionKey.OP_READ);
    }

    /** Waits until the channel is ready for the operation. A timeout of {@link #POLL} does not wait. */
    private void await(int operation, int timeoutMillis) throws IOException {
        requireOpen();
        channel.register(blocking, operation);
        int ready = timeoutMillis == POLL ? blocking.selectNow() : blocking.select(timeoutMillis);
        blocking.selectedKeys().clear();
        requireOpen();
        if (ready == 0 && !Thread.interrupted()) {
            throw new SocketTimeoutException("no response within " + timeoutMillis + " ms");
        }
    }

    @Override
    public void connect(SocketAddress endpoint) throws IOException {
        connect(endpoint, 0);
    }

    @Override
    public void connect(SocketAddress endpoint, int timeout) throws IOException {
        if (endpoint instanceof InetSocketAddress address && address.isUnresolved()) {
            throw new java.net.UnknownHostException(address.getHostString());
        }
        try {
            if (!channel.connect(endpoint)) {
                long deadline = System.nanoTime() + timeout * 1_000_000L;
                while (!channel.finishConnect()) {
                    int remaining = timeout == 0 ? 0 : (int) Math.max(1, (deadline - System.nanoTime()) / 1_000_000);
                    await(SelectionKey.OP_CONNECT, remaining);
                }
            }
        } catch (IOException failed) {
            close();
            throw failed;
        }
    }

    @Override
    public InputStream getInputStream() {
        return input;
    }

    @Override
    public OutputStream getOutputStream() {
        return output;
    }

    @Override
    public synchronized void setSoTimeout(int timeout) {
        soTimeout = timeout;
    }

    @Override
    public synchronized int getSoTimeout() {
        return soTimeout;
    }

    @Override
    public void setTcpNoDelay(boolean on) throws SocketException {
        channel.socket().setTcpNoDelay(on);
    }

    @Override
    public boolean getTcpNoDelay() throws SocketException {
        return channel.socket().getTcpNoDelay();
    }

    @Override
    public void setKeepAlive(boolean on) throws SocketException {
        channel.socket().setKeepAlive(on);
    }

    @Override
    public synchronized void setReceiveBufferSize(int size) throws SocketException {
        channel.socket().setReceiveBufferSize(size);
    }

    @Override
    public synchronized int getReceiveBufferSize() throws SocketException {
        return channel.socket().getReceiveBufferSize();
    }

    @Override
    public synchronized void setSendBufferSize(int size) throws SocketException {
        channel.socket().setSendBufferSize(size);
    }

    @Override
    public synchronized int getSendBufferSize() throws SocketException {
        return channel.socket().getSendBufferSize();
    }

    @Override
    public InetAddress getInetAddress() {
        return channel.socket().getInetAddress();
    }

    @Override
    public int getPort() {
        return channel.socket().getPort();
    }

    @Override
    public boolean isConnected() {
        return channel.isConnected();
    }

    @Override
    public boolean isClosed() {
        return !channel.isOpen();
    }

    @Override
    public void shutdownOutput() throws IOException {
        channel.shutdownOutput();
    }

    @Override
    public void shutdownInput() throws IOException {
        channel.shutdownInput();
    }

    @Override
    public synchronized void close() throws IOException {
        channel.close();
        blocking.close();
    }

    private void requireOpen() throws SocketException {
        if (isClosed()) {
            throw new SocketException("Socket closed");
        }
    }

    /** Waits for a stream, which has the timeout of the socket. */
    private void await(int operation) throws IOException {
        try {
            await(operation, getSoTimeout());
        } catch (ClosedSelectorException closed) {
            throw new IOException("Socket closed", closed);
        }
    }

    /** A blocking input stream over the non-blocking channel. */
    private final class ChannelInput extends InputStream {
        private final ByteBuffer buffer = ByteBuffer.allocateDirect(8192).limit(0);

        @Override
        public int read() throws IOException {
            byte[] one = new byte[1];
            return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
        }

        @Override
        public int read(byte[] bytes, int offset, int length) throws IOException {
            if (length == 0) {
                return 0;
            }
            while (!buffer.hasRemaining()) {
                int count = fill();
                if (count < 0) {
                    return -1;
                }
                if (count == 0) {
                    await(SelectionKey.OP_READ);
                }
            }
            int count = Math.min(length, buffer.remaining());
            buffer.get(bytes, offset, count);
            return count;
        }

        @Override
        public int available() throws IOException {
            if (!buffer.hasRemaining()) {
                fill();
            }
            return buffer.remaining();
        }

        private int fill() throws IOException {
            buffer.clear();
            try {
                return channel.read(buffer);
            } finally {
                buffer.flip();
            }
        }

        @Override
        public void close() throws IOException {
            SelectableSocket.this.close();
        }
    }

    /** A blocking output stream over the non-blocking channel. */
    private final class ChannelOutput extends OutputStream {

        @Override
        public void write(int one) throws IOException {
            write(new byte[] {(byte) one}, 0, 1);
        }

        @Override
        public void write(byte[] bytes, int offset, int length) throws IOException {
            ByteBuffer remaining = ByteBuffer.wrap(bytes, offset, length);
            while (remaining.hasRemaining()) {
                if (channel.write(remaining) == 0) {
                    await(SelectionKey.OP_WRITE);
                }
            }
        }

        @Override
        public void close() throws IOException {
            SelectableSocket.this.close();
        }
    }
}
