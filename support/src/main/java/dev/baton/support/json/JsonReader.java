package dev.baton.support.json;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A recursive-descent reader of one JSON text. */
final class JsonReader {
    private static final int LONGEST = 1 << 20;
    private static final int DEEPEST = 32;

    private final String text;
    private int at;
    private int depth;

    JsonReader(String text) {
        if (text.length() > LONGEST) {
            throw new JsonException("JSON text of " + text.length() + " characters; at most " + LONGEST + " are read");
        }
        this.text = text;
    }

    @Nullable
    Object read() {
        Object value = value();
        skipSpace();
        if (at < text.length()) {
            throw wrong("nothing more");
        }
        return value;
    }

    private @Nullable Object value() {
        skipSpace();
        if (at >= text.length()) {
            throw wrong("a value");
        }
        return switch (text.charAt(at)) {
            case '{' -> object();
            case '[' -> list();
            case '"' -> string();
            case 't' -> word("true", true);
            case 'f' -> word("false", false);
            case 'n' -> word("null", null);
            default -> number();
        };
    }

    private Map<String, @Nullable Object> object() {
        enter();
        Map<String, @Nullable Object> object = new LinkedHashMap<>();
        if (!accept('}')) {
            do {
                skipSpace();
                if (at >= text.length() || text.charAt(at) != '"') {
                    throw wrong("a key in quotes");
                }
                String key = string();
                expect(':');
                if (object.containsKey(key)) {
                    throw new JsonException("JSON object has the key \"" + key + "\" twice");
                }
                object.put(key, value());
            } while (accept(','));
            expect('}');
        }
        depth--;
        return object;
    }

    private List<@Nullable Object> list() {
        enter();
        List<@Nullable Object> list = new ArrayList<>();
        if (!accept(']')) {
            do {
                list.add(value());
            } while (accept(','));
            expect(']');
        }
        depth--;
        return list;
    }

    private String string() {
        at++;
        StringBuilder out = new StringBuilder();
        while (at < text.length()) {
            char c = text.charAt(at++);
            if (c == '"') {
                return out.toString();
            }
            if (c < 0x20) {
                at--;
                throw wrong("no control character");
            }
            out.append(c == '\\' ? escape() : c);
        }
        throw wrong("the end of the string");
    }

    private char escape() {
        if (at >= text.length()) {
            throw wrong("an escape");
        }
        char c = text.charAt(at++);
        return switch (c) {
            case '"', '\\', '/' -> c;
            case 'b' -> '\b';
            case 'f' -> '\f';
            case 'n' -> '\n';
            case 'r' -> '\r';
            case 't' -> '\t';
            case 'u' -> unicode();
            default -> throw wrong("a known escape");
        };
    }

    private char unicode() {
        if (at + 4 > text.length()) {
            throw wrong("four hexadecimal digits");
        }
        int code = 0;
        for (int i = 0; i < 4; i++) {
            int digit = Character.digit(text.charAt(at), 16);
            if (digit < 0 || text.charAt(at) > 'f') {
                throw wrong("a hexadecimal digit");
            }
            code = code * 16 + digit;
            at++;
        }
        return (char) code;
    }

    private Object number() {
        int start = at;
        acceptHere('-');
        if (!acceptHere('0')) {
            digits();
        }
        boolean whole = true;
        if (acceptHere('.')) {
            whole = false;
            digits();
        }
        if (acceptHere('e') || acceptHere('E')) {
            whole = false;
            if (!acceptHere('+')) {
                acceptHere('-');
            }
            digits();
        }
        String number = text.substring(start, at);
        try {
            return whole ? (Object) Long.valueOf(number) : (Object) Double.valueOf(number);
        } catch (NumberFormatException tooLarge) {
            return Double.valueOf(number);
        }
    }

    private void digits() {
        int start = at;
        while (at < text.length() && text.charAt(at) >= '0' && text.charAt(at) <= '9') {
            at++;
        }
        if (at == start) {
            throw wrong("a digit");
        }
    }

    private @Nullable Object word(String word, @Nullable Object value) {
        if (!text.startsWith(word, at)) {
            throw wrong(word);
        }
        at += word.length();
        return value;
    }

    private void enter() {
        at++;
        if (++depth > DEEPEST) {
            throw new JsonException("JSON nested deeper than " + DEEPEST);
        }
    }

    private boolean accept(char c) {
        skipSpace();
        return acceptHere(c);
    }

    private boolean acceptHere(char c) {
        if (at < text.length() && text.charAt(at) == c) {
            at++;
            return true;
        }
        return false;
    }

    private void expect(char c) {
        if (!accept(c)) {
            throw wrong("'" + c + "'");
        }
    }

    private void skipSpace() {
        while (at < text.length() && " \t\r\n".indexOf(text.charAt(at)) >= 0) {
            at++;
        }
    }

    private JsonException wrong(String expected) {
        return new JsonException("malformed JSON at character " + at + ": expected " + expected);
    }
}
