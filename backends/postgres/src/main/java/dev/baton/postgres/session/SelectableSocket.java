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
import java.net.StandardSocketOptions;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;

/**
 * A socket that a selector can watch while no read is in progress. The driver's own wait for notifications cannot be
 * interrupted for a request.
 */
public final class SelectableSocket extends Socket {
    /** The timeout with which the driver checks for pending data. It would wait a millisecond for each check. */
    private static final int POLL = 1;

    private final SocketChannel channel;
    private final Selector blocking;
    private final ChannelInput input;
    private final ChannelOutput output;
    private int soTimeout;

    SelectableSocket() throws IOException {
        channel = SocketChannel.open();
        channel.configureBlocking(false);
        blocking = Selector.open();
        input = new ChannelInput(this);
        output = new ChannelOutput(this);
    }

    /** Makes the selector wake up when data arrives. */
    void register(Selector selector) throws IOException {
        channel.register(selector, SelectionKey.OP_READ);
    }

    SocketChannel channel() {
        return channel;
    }

    /** Waits until the channel is ready for the operation. A timeout of {@link #POLL} does not wait. */
    void await(int operation, int timeoutMillis) throws IOException {
        if (isClosed()) {
            throw new SocketException("Socket closed");
        }
        channel.register(blocking, operation);
        int ready = timeoutMillis == POLL ? blocking.selectNow() : blocking.select(timeoutMillis);
        blocking.selectedKeys().clear();
        if (isClosed()) {
            throw new SocketException("Socket closed");
        }
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
    public void setSoLinger(boolean on, int linger) throws SocketException {
        try {
            channel.setOption(StandardSocketOptions.SO_LINGER, on ? linger : -1);
        } catch (IOException failed) {
            throw new SocketException(failed.getMessage());
        }
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
    public int getLocalPort() {
        return channel.socket().getLocalPort();
    }

    @Override
    public SocketAddress getRemoteSocketAddress() {
        return channel.socket().getRemoteSocketAddress();
    }

    @Override
    public SocketAddress getLocalSocketAddress() {
        return channel.socket().getLocalSocketAddress();
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
}
