package dev.baton.quorum;

import dev.baton.support.tls.TlsCertificates;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * The certificate files named in a URL: a keystore ({@code tls-keystore} and {@code tls-password-file}), PEM files
 * ({@code tls-cert}, {@code tls-key} and {@code tls-ca}), or none.
 */
public record TlsFiles(List<Path> keystore, List<Path> pem) {
    /** The parameters that name the files. */
    public static final List<String> PARAMETERS =
            List.of("tls-keystore", "tls-password-file", "tls-cert", "tls-key", "tls-ca");

    /** No files. */
    public static final TlsFiles NONE = new TlsFiles(List.of(), List.of());

    public TlsFiles {
        keystore = List.copyOf(keystore);
        pem = List.copyOf(pem);
    }

    /** Reads the parameters of a URL. */
    public static TlsFiles in(GroupUrlParameters parameters) {
        List<Path> keystore = files(parameters, PARAMETERS.subList(0, 2));
        List<Path> pem = files(parameters, PARAMETERS.subList(2, 5));
        parameters.require(keystore.isEmpty() || pem.isEmpty(), "TLS needs either a keystore or PEM files, not both");
        return new TlsFiles(keystore, pem);
    }

    private static List<Path> files(GroupUrlParameters parameters, List<String> names) {
        List<Path> found = names.stream()
                .flatMap(name -> parameters.get(name).stream())
                .map(Path::of)
                .toList();
        parameters.require(
                found.isEmpty() || found.size() == names.size(), "TLS needs all of " + String.join(", ", names));
        return found;
    }

    /** Reads the files; empty if there are none. */
    public Optional<TlsCertificates> read() {
        if (!keystore.isEmpty()) {
            return Optional.of(TlsCertificates.keystore(keystore.get(0), keystore.get(1)));
        }
        return pem.isEmpty() ? Optional.empty() : Optional.of(TlsCertificates.pem(pem.get(0), pem.get(1), pem.get(2)));
    }
}
