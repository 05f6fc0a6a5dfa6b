package dev.baton.support.tls;

import java.io.IOException;
import java.io.InputStream;
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
import java.util.Optional;
import javax.net.ssl.KeyManager;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;

/**
 * The certificate that this process presents, and the certificate authorities that it trusts.
 *
 * @param keys the presented certificate; empty if none is presented
 */
public record TlsCertificates(Optional<KeyManagerFactory> keys, TrustManagerFactory trust) {

    /** Reads a PKCS 12 keystore with this process's key and the trusted authorities. */
    public static TlsCertificates keystore(Path file, Path passwordFile) {
        try (InputStream in = Files.newInputStream(file)) {
            char[] password = Files.readString(passwordFile, StandardCharsets.UTF_8)
                    .strip()
                    .toCharArray();
            KeyStore store = KeyStore.getInstance("PKCS12");
            store.load(in, password);
            return new TlsCertificates(Optional.of(keys(store, password)), trust(store));
        } catch (IOException | GeneralSecurityException failed) {
            throw unusable(file, failed);
        }
    }

    /** Reads PEM files: the certificate chain, its key (PKCS 8, not encrypted) and the trusted authorities. */
    public static TlsCertificates pem(Path certificates, Path key, Path authorities) {
        try {
            char[] password = new char[0];
            KeyStore own = emptyStore();
            own.setKeyEntry("own", privateKey(key), password, read(certificates).toArray(new Certificate[0]));
            return new TlsCertificates(Optional.of(keys(own, password)), trust(authorities));
        } catch (IOException | GeneralSecurityException failed) {
            throw unusable(certificates, failed);
        }
    }

    /** Reads a PEM file with the trusted authorities. No certificate is presented. */
    public static TlsCertificates trusting(Path authorities) {
        try {
            return new TlsCertificates(Optional.empty(), trust(authorities));
        } catch (IOException | GeneralSecurityException failed) {
            throw unusable(authorities, failed);
        }
    }

    private static TrustManagerFactory trust(Path authorities) throws IOException, GeneralSecurityException {
        KeyStore trusted = emptyStore();
        for (Certificate authority : read(authorities)) {
            trusted.setCertificateEntry("ca-" + trusted.size(), authority);
        }
        return trust(trusted);
    }

    private static TrustManagerFactory trust(KeyStore trusted) throws GeneralSecurityException {
        TrustManagerFactory trust = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        trust.init(trusted);
        return trust;
    }

    private static KeyManagerFactory keys(KeyStore own, char[] password) throws GeneralSecurityException {
        KeyManagerFactory keys = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
        keys.init(own, password);
        return keys;
    }

    private static KeyStore emptyStore() throws IOException, GeneralSecurityException {
        KeyStore store = KeyStore.getInstance("PKCS12");
        store.load(null, null);
        return store;
    }

    private static List<Certificate> read(Path file) throws IOException, GeneralSecurityException {
        try (InputStream in = Files.newInputStream(file)) {
            List<Certificate> all =
                    new ArrayList<>(CertificateFactory.getInstance("X.509").generateCertificates(in));
            if (all.isEmpty()) {
                throw new GeneralSecurityException(file + " contains no certificate");
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
            throw new GeneralSecurityException(file + " contains no \"BEGIN PRIVATE KEY\"; convert the key with:"
                    + " openssl pkcs8 -topk8 -nocrypt -in OLD -out " + file.getFileName());
        }
        byte[] bytes = Base64.getMimeDecoder().decode(text.substring(from + begin.length(), to));
        for (String algorithm : List.of("EC", "RSA", "Ed25519")) {
            try {
                return KeyFactory.getInstance(algorithm).generatePrivate(new PKCS8EncodedKeySpec(bytes));
            } catch (InvalidKeySpecException otherAlgorithm) {
                // The key may be of the next algorithm.
            }
        }
        throw new GeneralSecurityException("the key in " + file + " is neither EC, RSA nor Ed25519");
    }

    /** Returns a TLS context with these certificates. */
    public SSLContext context() {
        try {
            SSLContext context = SSLContext.getInstance("TLS");
            KeyManager[] presented = keys.map(KeyManagerFactory::getKeyManagers).orElse(new KeyManager[0]);
            context.init(presented, trust.getTrustManagers(), null);
            return context;
        } catch (GeneralSecurityException missing) {
            throw new IllegalStateException("this JVM does not support TLS", missing);
        }
    }

    private static IllegalArgumentException unusable(Path file, Exception cause) {
        return new IllegalArgumentException(
                "cannot set up TLS with " + file + ": " + cause.getClass().getSimpleName() + ": " + cause.getMessage());
    }
}
