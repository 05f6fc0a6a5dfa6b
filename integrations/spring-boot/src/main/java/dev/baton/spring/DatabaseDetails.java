package dev.baton.spring;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** How the application connects to its own database. Never log it: it has the password. */
record DatabaseDetails(
        String jdbcUrl, @Nullable String user, @Nullable String password) {

    /** Returns the product that the JDBC URL names, such as {@code postgresql}. */
    String product() {
        String[] parts = jdbcUrl.split(":", 3);
        return parts.length == 3 && parts[0].equalsIgnoreCase("jdbc") ? parts[1].toLowerCase(Locale.ROOT) : "";
    }

    /** Returns the JDBC URL with the user and the password as parameters, as the stores accept it. */
    String urlWithUser() {
        return with("password", password, with("user", user, jdbcUrl));
    }

    private static String with(String name, @Nullable String value, String url) {
        if (value == null || value.isEmpty() || url.matches("(?s).*[?&]" + name + "=.*")) {
            return url;
        }
        String encoded = URLEncoder.encode(value, StandardCharsets.UTF_8).replace("+", "%20");
        return url + (url.indexOf('?') < 0 ? "?" : "&") + name + "=" + encoded;
    }

    @Override
    public String toString() {
        return product() + " database of the application";
    }
}
