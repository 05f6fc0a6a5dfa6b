package dev.baton.quorum.wire;

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
 * The certificates that one side shows, and the authorities whose certificates it believes.
 *
 * @param keys what it shows; empty when it shows nothing
 */
public record MemberCertificates(Optional<KeyManagerFactory> keys, TrustManagerFactory trust) {

    /** A PKCS 12 keystore with this side's key and the authorities it believes. */
    public static MemberCertificates keystore(Path file, Path passwordFile) {
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
    public static MemberCertificates pem(Path certificates, Path key, Path authorities) {
        try {
            char[] password = new char[0];
            KeyStore own = empty();
            own.setKeyEntry("own", privateKey(key), password, read(certificates).toArray(new Certificate[0]));
            return of(own, trusting(authorities), password);
        } catch (IOException | GeneralSecurityException wrong) {
            throw unusable(certificates, wrong);
        }
    }

    /** Shows nothing, and believes these authorities, a PEM file. */
    public static MemberCertificates believing(Path authorities) {
        try {
            return new MemberCertificates(Optional.empty(), believing(trusting(authorities)));
        } catch (IOException | GeneralSecurityException wrong) {
            throw unusable(authorities, wrong);
        }
    }

    private static KeyStore trusting(Path authorities) throws IOException, GeneralSecurityException {
        KeyStore trusted = empty();
        for (Certificate authority : read(authorities)) {
            trusted.setCertificateEntry("ca-" + trusted.size(), authority);
        }
        return trusted;
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

    private static MemberCertificates of(KeyStore own, KeyStore trusted, char[] password)
            throws GeneralSecurityException {
        KeyManagerFactory keys = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
        keys.init(own, password);
        return new MemberCertificates(Optional.of(keys), believing(trusted));
    }

    private static TrustManagerFactory believing(KeyStore trusted) throws GeneralSecurityException {
        TrustManagerFactory trust = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        trust.init(trusted);
        return trust;
    }

    /** Ready to make connections. */
    public SSLContext context() {
        try {
            SSLContext context = SSLContext.getInstance("TLS");
            KeyManager[] shown = keys.map(KeyManagerFactory::getKeyManagers).orElse(new KeyManager[0]);
            context.init(shown, trust.getTrustManagers(), null);
            return context;
        } catch (GeneralSecurityException missing) {
            throw new IllegalStateException("this Java has no TLS", missing);
        }
    }

    private static IllegalArgumentException unusable(Path file, Exception why) {
        return new IllegalArgumentException(
                "TLS cannot be used with " + file + ": " + why.getClass().getSimpleName() + ": " + why.getMessage());
    }
}
