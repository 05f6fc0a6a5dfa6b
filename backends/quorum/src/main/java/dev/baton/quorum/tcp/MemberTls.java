package dev.baton.quorum.tcp;

import dev.baton.quorum.wire.MemberCertificates;
import java.io.IOException;
import java.net.Socket;
import java.nio.channels.SocketChannel;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLSocket;

/**
 * TLS between members, and between members and clients: both sides of every connection show a certificate, and
 * believe those that the same authorities signed. Which member it is, the cluster key proves, not the name in a
 * certificate.
 */
public final class MemberTls {
    private static final String[] PROTOCOLS = {"TLSv1.3"};

    private final SSLContext context;

    public MemberTls(MemberCertificates certificates) {
        this.context = certificates.context();
    }

    ConnectionIo pipe(SocketChannel channel, boolean dialled) throws IOException {
        SSLEngine engine = context.createSSLEngine();
        engine.setUseClientMode(dialled);
        engine.setNeedClientAuth(true);
        engine.setEnabledProtocols(PROTOCOLS);
        return new TlsConnectionIo(channel, engine);
    }

    /** The same over a socket that waits. */
    Socket over(Socket socket, String host) throws IOException {
        SSLSocket secured = (SSLSocket) context.getSocketFactory().createSocket(socket, host, socket.getPort(), true);
        secured.setEnabledProtocols(PROTOCOLS);
        secured.startHandshake();
        return secured;
    }
}
