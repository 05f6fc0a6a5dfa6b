package dev.baton.cli;

/** A colour of text on a terminal. */
enum TextColour {
    NONE(""),
    BOLD("1"),
    GREY("2"),
    RED("31"),
    GREEN("32"),
    YELLOW("33");

    private final String code;

    TextColour(String code) {
        this.code = code;
    }

    /** Returns the text between the codes that switch the colour on and off. */
    String paint(String text) {
        return this == NONE ? text : "\u001b[" + code + "m" + text + "\u001b[0m";
    }

    /** Returns the text for a cell of a {@link TextTable}. */
    ColouredText of(String text) {
        return new ColouredText(text, this);
    }
}
