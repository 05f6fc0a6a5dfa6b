package dev.baton.console.http;

import io.javalin.http.Context;
import org.jspecify.annotations.Nullable;

/** The icon of the page's tab while elections have no leader: their number on red. */
final class AlarmIcon {
    private static final int MAX_SHOWN = 9;

    private AlarmIcon() {}

    /** Sends the icon for the number in {@code ?count=}. */
    static void send(Context request) {
        request.contentType("image/svg+xml; charset=utf-8").result(svg(text(request.queryParam("count"))));
    }

    private static String text(@Nullable String count) {
        if (count == null || !count.matches("[0-9]{1,6}")) {
            return "!";
        }
        return Integer.parseInt(count) > MAX_SHOWN ? MAX_SHOWN + "+" : String.valueOf(Integer.parseInt(count));
    }

    private static String svg(String text) {
        return "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 32 32\"><rect width=\"32\" height=\"32\" rx=\"7\""
                + " fill=\"#b3261e\"/><text x=\"16\" y=\"24\" text-anchor=\"middle\" font-family=\"sans-serif\""
                + " font-weight=\"700\" font-size=\"" + (text.length() > 1 ? 20 : 24) + "\" fill=\"#fff\">" + text
                + "</text></svg>";
    }
}
