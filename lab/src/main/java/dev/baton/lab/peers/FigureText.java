package dev.baton.lab.peers;

import java.time.Duration;
import java.util.Locale;

/** The text of a cell. */
final class FigureText {
    private static final double SECOND = 1_000;

    private FigureText() {}

    static String of(PeerFigure figure) {
        if (figure instanceof PeerFigure.Takeovers takeovers) {
            return of(takeovers);
        }
        if (figure instanceof PeerFigure.Overlaps overlaps) {
            return of(overlaps);
        }
        if (figure instanceof PeerFigure.Count count) {
            double value = count.value();
            return String.format(Locale.ROOT, value == Math.rint(value) ? "%.0f" : "%.1f", value);
        }
        return ((PeerFigure.Missing) figure).reason();
    }

    private static String of(PeerFigure.Takeovers takeovers) {
        int measured = takeovers.millis().count();
        if (measured == 0) {
            return takeovers.without() == 0
                    ? "not measured"
                    : "none within " + takeovers.limit().toSeconds() + " s";
        }
        String text = time(takeovers.millis().median());
        if (measured > 1) {
            text += " (" + time(takeovers.millis().max()) + ")";
        }
        return takeovers.without() == 0
                ? text
                : text + "; none within " + takeovers.limit().toSeconds() + " s in " + takeovers.without() + " of "
                        + (measured + takeovers.without());
    }

    private static String of(PeerFigure.Overlaps overlaps) {
        if (overlaps.rounds() == 0) {
            return "not measured";
        }
        String rounds = overlaps.rounds() == 1 ? "" : " in " + overlaps.seen() + " of " + overlaps.rounds();
        return overlaps.longest()
                .map(longest -> "**yes**, " + time(longest) + rounds)
                .orElse("no");
    }

    private static String time(Duration time) {
        return time(time.toNanos() / 1e6);
    }

    private static String time(double millis) {
        if (millis >= SECOND) {
            return String.format(Locale.ROOT, "%.1f s", millis / SECOND);
        }
        return String.format(Locale.ROOT, millis < 10 ? "%.1f ms" : "%.0f ms", millis);
    }
}
