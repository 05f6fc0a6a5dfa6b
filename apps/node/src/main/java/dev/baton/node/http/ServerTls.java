package dev.baton.node.http;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.util.Collections;
import org.eclipse.jetty.server.Connector;
import org.eclipse.jetty.server.HttpConfiguration;
import org.eclipse.jetty.server.HttpConnectionFactory;
import org.eclipse.jetty.server.SecureRequestCustomizer;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.util.ssl.SslContextFactory;

/**
 * The key and the certificate of a server.
 *
 * @param keystore a PKCS12 file
 * @param passwordFile the file with the password of the keystore and the key
 */
public record ServerTls(Path keystore, Path passwordFile) {

    /**
     * Checks that the keystore can be opened and contains a key, and returns this.
     *
     * @throws IllegalArgumentException if not, with the file and the cause
     */
    public ServerTls checked() {
        try {
            char[] password = password().toCharArray();
            KeyStore store = KeyStore.getInstance("PKCS12");
            try (InputStream in = Files.newInputStream(keystore)) {
                store.load(in, password);
            }
            for (String alias : Collections.list(store.aliases())) {
                if (store.isKeyEntry(alias)) {
                    return this;
                }
            }
            throw new IllegalArgumentException("there is no key in the keystore " + keystore);
        } catch (IOException | GeneralSecurityException failed) {
            throw new IllegalArgumentException(
                    "cannot open the keystore " + keystore + " with the password in " + passwordFile + ": " + failed,
                    failed);
        }
    }

    private String password() throws IOException {
        return Files.readString(passwordFile).strip();
    }

    Connector connector(Server server, HttpConfiguration http, String host, int port) {
        try {
            SslContextFactory.Server context = new SslContextFactory.Server();
            context.setKeyStorePath(keystore.toString());
            context.setKeyStoreType("PKCS12");
            context.setKeyStorePassword(password());
            HttpConfiguration secure = new HttpConfiguration(http);
            secure.addCustomizer(new SecureRequestCustomizer(false));
            ServerConnector connector = new ServerConnector(server, context, new HttpConnectionFactory(secure));
            connector.setHost(host);
            connector.setPort(port);
            return connector;
        } catch (IOException unreadable) {
            throw new UncheckedIOException("cannot read the password file " + passwordFile, unreadable);
        }
    }
}
