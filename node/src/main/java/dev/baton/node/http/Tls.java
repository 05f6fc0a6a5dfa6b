package dev.baton.node.http;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
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
public record Tls(Path keystore, Path passwordFile) {

    Connector connector(Server server, HttpConfiguration http, String host, int port) {
        try {
            SslContextFactory.Server context = new SslContextFactory.Server();
            context.setKeyStorePath(keystore.toString());
            context.setKeyStoreType("PKCS12");
            context.setKeyStorePassword(Files.readString(passwordFile).strip());
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
