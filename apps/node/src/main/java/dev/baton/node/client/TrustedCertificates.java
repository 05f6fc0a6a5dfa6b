package dev.baton.node.client;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.security.cert.CertificateFactory;
import java.util.Collection;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;

/** The CA certificates that a client trusts instead of the JVM's trust store. */
public final class TrustedCertificates {

    private TrustedCertificates() {}

    /**
     * Returns a context that trusts only the certificates in a PEM file.
     *
     * @throws IllegalArgumentException if the file cannot be read or has no certificate
     */
    public static SSLContext in(Path pem) {
        try (InputStream in = Files.newInputStream(pem)) {
            Collection<? extends Certificate> authorities =
                    CertificateFactory.getInstance("X.509").generateCertificates(in);
            if (authorities.isEmpty()) {
                throw new IllegalArgumentException("there is no certificate in " + pem);
            }
            KeyStore trusted = KeyStore.getInstance("PKCS12");
            trusted.load(null, null);
            for (Certificate authority : authorities) {
                trusted.setCertificateEntry("ca-" + trusted.size(), authority);
            }
            TrustManagerFactory trust = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
            trust.init(trusted);
            SSLContext context = SSLContext.getInstance("TLS");
            context.init(null, trust.getTrustManagers(), null);
            return context;
        } catch (IOException | GeneralSecurityException failed) {
            throw new IllegalArgumentException("cannot read PEM certificates from " + pem + ": " + failed, failed);
        }
    }
}
