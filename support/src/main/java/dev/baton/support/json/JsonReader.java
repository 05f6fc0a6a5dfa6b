package dev.baton.support.json;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A recursive-descent reader of one JSON text. */
final class JsonReader {
    /** An array, because a process parses most of its records before its code is compiled, and calls are slow then. */
    private final char[] text;

    private final JsonFormat format;
    private int at;
    private int depth;

    JsonReader(String text, JsonFormat format) {
        if (text.length() > format.longest()) {
            throw new JsonException(
                    "JSON text of " + text.length() + " characters; at most " + format.longest() + " are read");
        }
        this.text = text.toCharArray();
        this.format = format;
    }

    @Nullable
    Object read() {
        Object value = value();
        skipSpace();
        if (at < text.length) {
            throw wrong("nothing more");
        }
        return value;
    }

    private @Nullable Object value() {
        skipSpace();
        if (at >= text.length) {
            throw wrong("a value");
        }
        return switch (text[at]) {
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
                if (at >= text.length || text[at] != '"') {
                    throw wrong("a key in quotes");
                }
                String key = string();
                expect(':');
                if (object.containsKey(key)) {
                    throw new JsonException("JSON object has the key \"" + key + "\" twice");
                }
                object.put(key, format.rawKeys().contains(key) ? rawValue() : value());
            } while (accept(','));
            expect('}');
        }
        depth--;
        return object;
    }

    /** Returns the value as it is written; null is null. */
    private @Nullable Object rawValue() {
        skipSpace();
        int start = at;
        at = new JsonScanner(text, start).skipValue();
        String raw = new String(text, start, at - start);
        return raw.equals("null") ? null : new RawJson(raw);
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
        int start = at;
        while (at < text.length && text[at] != '"' && text[at] != '\\' && text[at] >= 0x20) {
            at++;
        }
        if (at < text.length && text[at] == '"') {
            return new String(text, start, at++ - start);
        }
        StringBuilder out = new StringBuilder().append(text, start, at - start);
        while (at < text.length) {
            char c = text[at++];
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
        if (at >= text.length) {
            throw wrong("an escape");
        }
        char c = text[at++];
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
        if (at + 4 > text.length) {
            throw wrong("four hexadecimal digits");
        }
        int code = 0;
        for (int i = 0; i < 4; i++) {
            int digit = Character.digit(text[at], 16);
            if (digit < 0 || text[at] > 'f') {
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
        String number = new String(text, start, at - start);
        try {
            return whole ? (Object) Long.valueOf(number) : (Object) Double.valueOf(number);
        } catch (NumberFormatException tooLarge) {
            return Double.valueOf(number);
        }
    }

    private void digits() {
        int start = at;
        while (at < text.length && text[at] >= '0' && text[at] <= '9') {
            at++;
        }
        if (at == start) {
            throw wrong("a digit");
        }
    }

    private @Nullable Object word(String word, @Nullable Object value) {
        for (int i = 0; i < word.length(); i++) {
            if (!isAt(at + i, word.charAt(i))) {
                throw wrong(word);
            }
        }
        at += word.length();
        return value;
    }

    private void enter() {
        at++;
        if (++depth > format.deepest()) {
            throw new JsonException("JSON nested deeper than " + format.deepest());
        }
    }

    private boolean accept(char c) {
        skipSpace();
        return acceptHere(c);
    }

    private boolean acceptHere(char c) {
        if (isAt(at, c)) {
            at++;
            return true;
        }
        return false;
    }

    private boolean isAt(int place, char c) {
        return place < text.length && text[place] == c;
    }

    private void expect(char c) {
        if (!accept(c)) {
            throw wrong("'" + c + "'");
        }
    }

    private void skipSpace() {
        while (at < text.length && text[at] <= ' ' && " \t\r\n".indexOf(text[at]) >= 0) {
            at++;
        }
    }

    private JsonException wrong(String expected) {
        return new JsonException("malformed JSON at character " + at + ": expected " + expected);
    }
}
