package dev.baton.quorum.tcp;

import java.io.IOException;
import java.io.InputStream;
import java.net.Socket;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.KeyStore;
import java.security.PrivateKey;
import java.security.cert.Certificate;
import java.security.cert.CertificateFactory;
import java.security.spec.InvalidKeySpecException;
import java.security.spec.PKCS8EncodedKeySpec;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.TrustManagerFactory;

/**
 * The certificates of a member, or of a client: both sides of every connection show one, and believe those that the
 * same authorities signed. Which member it is, the cluster key proves, not the name in a certificate.
 */
public final class Tls {
    private static final String[] PROTOCOLS = {"TLSv1.3"};

    private final SSLContext context;

    private Tls(SSLContext context) {
        this.context = context;
    }

    /** A PKCS 12 keystore with this side's key and the authorities it believes. */
    public static Tls keystore(Path file, Path passwordFile) {
        try (InputStream in = Files.newInputStream(file)) {
            char[] password = Files.readString(passwordFile, StandardCharsets.UTF_8)
                    .strip()
                    .toCharArray();
            KeyStore store = KeyStore.getInstance("PKCS12");
            store.load(in, password);
            return of(store, store, password);
        } catch (IOException | GeneralSecurityException wrong) {
            throw unusable(file, wrong);
        }
    }

    /** The same as PEM files: the certificates of this side, its key (PKCS 8, not encrypted), the authorities. */
    public static Tls pem(Path certificates, Path key, Path authorities) {
        try {
            char[] password = new char[0];
            KeyStore own = empty();
            own.setKeyEntry("own", privateKey(key), password, read(certificates).toArray(new Certificate[0]));
            KeyStore trusted = empty();
            for (Certificate authority : read(authorities)) {
                trusted.setCertificateEntry("ca-" + trusted.size(), authority);
            }
            return of(own, trusted, password);
        } catch (IOException | GeneralSecurityException wrong) {
            throw unusable(certificates, wrong);
        }
    }

    private static KeyStore empty() throws IOException, GeneralSecurityException {
        KeyStore store = KeyStore.getInstance("PKCS12");
        store.load(null, null);
        return store;
    }

    private static List<Certificate> read(Path file) throws IOException, GeneralSecurityException {
        try (InputStream in = Files.newInputStream(file)) {
            List<Certificate> all =
                    new ArrayList<>(CertificateFactory.getInstance("X.509").generateCertificates(in));
            if (all.isEmpty()) {
                throw new GeneralSecurityException("there is no certificate in " + file);
            }
            return all;
        }
    }

    private static PrivateKey privateKey(Path file) throws IOException, GeneralSecurityException {
        String text = Files.readString(file, StandardCharsets.US_ASCII);
        String begin = "-----BEGIN PRIVATE KEY-----";
        int from = text.indexOf(begin);
        int to = text.indexOf("-----END PRIVATE KEY-----");
        if (from < 0 || to < from) {
            throw new GeneralSecurityException("there is no \"BEGIN PRIVATE KEY\" in " + file
                    + "; make one with: openssl pkcs8 -topk8 -nocrypt -in OLD -out " + file.getFileName());
        }
        byte[] bytes = Base64.getMimeDecoder().decode(text.substring(from + begin.length(), to));
        for (String algorithm : List.of("EC", "RSA", "Ed25519")) {
            try {
                return KeyFactory.getInstance(algorithm).generatePrivate(new PKCS8EncodedKeySpec(bytes));
            } catch (InvalidKeySpecException another) {
                // One of the others, then.
            }
        }
        throw new GeneralSecurityException("the key in " + file + " is neither EC, RSA nor Ed25519");
    }

    private static Tls of(KeyStore own, KeyStore trusted, char[] password) throws GeneralSecurityException {
        KeyManagerFactory keys = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
        keys.init(own, password);
        TrustManagerFactory trust = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        trust.init(trusted);
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(keys.getKeyManagers(), trust.getTrustManagers(), null);
        return new Tls(context);
    }

    private static IllegalArgumentException unusable(Path file, Exception why) {
        return new IllegalArgumentException(
                "TLS cannot be used with " + file + ": " + why.getClass().getSimpleName() + ": " + why.getMessage());
    }

    Pipe pipe(SocketChannel channel, boolean dialled) throws IOException {
        SSLEngine engine = context.createSSLEngine();
        engine.setUseClientMode(dialled);
        engine.setNeedClientAuth(true);
        engine.setEnabledProtocols(PROTOCOLS);
        return new TlsPipe(channel, engine);
    }

    /** The same over a socket that waits. */
    Socket over(Socket socket, String host) throws IOException {
        SSLSocket secured = (SSLSocket) context.getSocketFactory().createSocket(socket, host, socket.getPort(), true);
        secured.setEnabledProtocols(PROTOCOLS);
        secured.startHandshake();
        return secured;
    }
}
