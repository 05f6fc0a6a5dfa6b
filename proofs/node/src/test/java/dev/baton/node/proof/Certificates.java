package dev.baton.node.proof;

import dev.baton.testkit.postgres.TestCommands;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** A CA created with {@code openssl}, and keys with certificates of that CA. */
final class Certificates {
    static final String PASSWORD = "keystore-s3cret";

    private final Path directory;

    Certificates(Path directory) {
        this.directory = directory;
        TestCommands.run(
                "openssl",
                "req",
                "-x509",
                "-newkey",
                "ec",
                "-pkeyopt",
                "ec_paramgen_curve:P-256",
                "-nodes",
                "-days",
                "2",
                "-subj",
                "/CN=test CA",
                "-keyout",
                path("ca.key"),
                "-out",
                path("ca.pem"));
    }

    private String path(String name) {
        return directory.resolve(name).toString();
    }

    /** Returns the CA certificate that clients must trust. */
    Path authority() {
        return directory.resolve("ca.pem");
    }

    /** Creates a PKCS12 keystore with a certificate for a subject such as {@code IP:127.0.0.1}. */
    Path keystore(String name, String subject) {
        try {
            Path extensions = Files.writeString(directory.resolve(name + ".ext"), "subjectAltName=" + subject + "\n");
            TestCommands.run(
                    "openssl",
                    "req",
                    "-newkey",
                    "ec",
                    "-pkeyopt",
                    "ec_paramgen_curve:P-256",
                    "-nodes",
                    "-subj",
                    "/CN=" + name,
                    "-keyout",
                    path(name + ".key"),
                    "-out",
                    path(name + ".csr"));
            TestCommands.run(
                    "openssl",
                    "x509",
                    "-req",
                    "-days",
                    "2",
                    "-in",
                    path(name + ".csr"),
                    "-CA",
                    path("ca.pem"),
                    "-CAkey",
                    path("ca.key"),
                    "-CAcreateserial",
                    "-extfile",
                    extensions.toString(),
                    "-out",
                    path(name + ".pem"));
            TestCommands.run(
                    "openssl",
                    "pkcs12",
                    "-export",
                    "-inkey",
                    path(name + ".key"),
                    "-in",
                    path(name + ".pem"),
                    "-out",
                    path(name + ".p12"),
                    "-passout",
                    "pass:" + PASSWORD);
            return directory.resolve(name + ".p12");
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    Path passwordFile() {
        try {
            return Files.writeString(directory.resolve("password"), PASSWORD + "\n");
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }
}
