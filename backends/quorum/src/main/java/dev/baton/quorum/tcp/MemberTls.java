package dev.baton.quorum.tcp;

import dev.baton.support.tls.TlsCertificates;
import java.io.IOException;
import java.net.Socket;
import java.nio.channels.SocketChannel;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLSocket;

/**
 * TLS for connections of members and clients. Both sides present a certificate and trust the same authorities. The
 * cluster key identifies the member; the name in the certificate does not.
 */
public final class MemberTls {
    private static final String[] PROTOCOLS = {"TLSv1.3"};

    private final SSLContext context;

    public MemberTls(TlsCertificates certificates) {
        this.context = certificates.context();
    }

    ConnectionIo io(SocketChannel channel, boolean dialled) throws IOException {
        SSLEngine engine = context.createSSLEngine();
        engine.setUseClientMode(dialled);
        engine.setNeedClientAuth(true);
        engine.setEnabledProtocols(PROTOCOLS);
        return new TlsConnectionIo(channel, engine);
    }

    /** Wraps a blocking socket and does the handshake. */
    Socket wrap(Socket socket, String host) throws IOException {
        SSLSocket secured = (SSLSocket) context.getSocketFactory().createSocket(socket, host, socket.getPort(), true);
        secured.setEnabledProtocols(PROTOCOLS);
        secured.startHandshake();
        return secured;
    }
}
