package dev.baton.quorum;

import dev.baton.quorum.wire.MemberCertificates;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * Where a URL says that certificates are: {@code tls-keystore} and {@code tls-password-file}, or {@code tls-cert},
 * {@code tls-key} and {@code tls-ca}, or nowhere.
 */
public record TlsFiles(List<Path> keystore, List<Path> pem) {
    public TlsFiles {
        keystore = List.copyOf(keystore);
        pem = List.copyOf(pem);
    }

    /** Reads these options of a URL. */
    public static TlsFiles in(GroupUrlParameters options) {
        List<Path> keystore = files(options, "tls-keystore", "tls-password-file");
        List<Path> pem = files(options, "tls-cert", "tls-key", "tls-ca");
        if (!keystore.isEmpty() && !pem.isEmpty()) {
            throw options.wrong("it has a keystore and PEM files; give one of the two");
        }
        return new TlsFiles(keystore, pem);
    }

    /** All of these, or none. */
    private static List<Path> files(GroupUrlParameters options, String... names) {
        List<Path> found = List.of(names).stream()
                .flatMap(name -> options.get(name).stream())
                .map(Path::of)
                .toList();
        if (!found.isEmpty() && found.size() < names.length) {
            throw options.wrong("TLS needs all of " + String.join(", ", names));
        }
        return found;
    }

    /** Reads the files; empty when there are none. */
    public Optional<MemberCertificates> open() {
        if (!keystore.isEmpty()) {
            return Optional.of(MemberCertificates.keystore(keystore.get(0), keystore.get(1)));
        }
        return pem.isEmpty()
                ? Optional.empty()
                : Optional.of(MemberCertificates.pem(pem.get(0), pem.get(1), pem.get(2)));
    }
}
