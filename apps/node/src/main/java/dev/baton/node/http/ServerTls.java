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
 * A key and its certificate.
 *
 * @param keystore a PKCS12 file
 * @param passwordFile the file with its password, and that of the key
 */
public record ServerTls(Path keystore, Path passwordFile) {

    /**
     * The same, if the keystore can be opened and has a key in it.
     *
     * @throws IllegalArgumentException that says what is wrong with which file
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
        } catch (IOException | GeneralSecurityException unusable) {
            throw new IllegalArgumentException(
                    "the keystore " + keystore + " cannot be opened with the password in " + passwordFile + ": "
                            + unusable,
                    unusable);
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
            throw new UncheckedIOException("the password file " + passwordFile + " cannot be read", unreadable);
        }
    }
}
