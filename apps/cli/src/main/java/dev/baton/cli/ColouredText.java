package dev.baton.cli;

/** Text with the colour that it has on a terminal with colours. */
record ColouredText(String text, TextColour colour) {}
