package dev.baton.support.json;

/** Finds the end of a JSON value of any depth without recursion. */
final class JsonScanner {
    private final char[] text;
    private final StringBuilder open = new StringBuilder();
    private int at;

    JsonScanner(char[] text, int start) {
        this.text = text;
        this.at = start;
    }

    /** Skips one value and returns the position after it. */
    int skipValue() {
        do {
            skipSpace();
            if (!beginsContainer()) {
                skipScalar();
                closeContainers();
            }
        } while (!open.isEmpty());
        return at;
    }

    void expectEnd() {
        skipSpace();
        if (at < text.length) {
            throw wrong("nothing more");
        }
    }

    /** Enters a list or an object up to its first value. Returns false at a scalar, and after an empty container. */
    private boolean beginsContainer() {
        char c = peek();
        if (c != '{' && c != '[') {
            return false;
        }
        at++;
        open.append(c == '{' ? '}' : ']');
        skipSpace();
        if (peek() == open.charAt(open.length() - 1)) {
            closeContainers();
            return true;
        }
        if (c == '{') {
            key();
        }
        return true;
    }

    /** After a value: closes what ends here, or goes on to the next value of the innermost container. */
    private void closeContainers() {
        while (!open.isEmpty()) {
            skipSpace();
            char end = open.charAt(open.length() - 1);
            char c = peek();
            if (c == end) {
                at++;
                open.setLength(open.length() - 1);
            } else if (c == ',') {
                at++;
                if (end == '}') {
                    skipSpace();
                    key();
                }
                return;
            } else {
                throw wrong("',' or '" + end + "'");
            }
        }
    }

    private void key() {
        if (peek() != '"') {
            throw wrong("a key in quotes");
        }
        string();
        skipSpace();
        if (peek() != ':') {
            throw wrong("':'");
        }
        at++;
    }

    private void skipScalar() {
        switch (peek()) {
            case '"' -> string();
            case 't' -> word("true");
            case 'f' -> word("false");
            case 'n' -> word("null");
            default -> number();
        }
    }

    private void word(String word) {
        for (int i = 0; i < word.length(); i++) {
            if (peek() != word.charAt(i)) {
                throw wrong(word);
            }
            at++;
        }
    }

    private void string() {
        for (at++; at < text.length; at++) {
            char c = text[at];
            if (c == '"') {
                at++;
                return;
            }
            if (c < 0x20) {
                throw wrong("no control character");
            }
            if (c == '\\') {
                at++;
                escape();
            }
        }
        throw wrong("the end of the string");
    }

    private void escape() {
        char c = peek();
        if (c == 'u') {
            for (int i = 1; i <= 4; i++) {
                at++;
                char digit = peek();
                if (digit > 'f' || Character.digit(digit, 16) < 0) {
                    throw wrong("a hexadecimal digit");
                }
            }
        } else if ("\"\\/bfnrt".indexOf(c) < 0) {
            throw wrong("a known escape");
        }
    }

    private void number() {
        accept("-");
        if (!accept("0")) {
            digits();
        }
        if (accept(".")) {
            digits();
        }
        if (accept("eE")) {
            accept("+-");
            digits();
        }
    }

    private void digits() {
        int start = at;
        while (at < text.length && text[at] >= '0' && text[at] <= '9') {
            at++;
        }
        if (at == start) {
            throw wrong("a value");
        }
    }

    private boolean accept(String any) {
        if (at < text.length && any.indexOf(text[at]) >= 0) {
            at++;
            return true;
        }
        return false;
    }

    /** Returns the next character; U+0000, which begins nothing, at the end. */
    private char peek() {
        return at < text.length ? text[at] : '\0';
    }

    private void skipSpace() {
        while (at < text.length && " \t\r\n".indexOf(text[at]) >= 0) {
            at++;
        }
    }

    private JsonException wrong(String expected) {
        return new JsonException("malformed JSON at character " + at + ": expected " + expected);
    }
}
