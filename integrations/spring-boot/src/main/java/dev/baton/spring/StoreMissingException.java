package dev.baton.spring;

import dev.baton.BatonException;

/** Thrown at start-up if the application names no store for its elections and has no database that can be one. */
public class StoreMissingException extends BatonException {

    StoreMissingException(String message) {
        super(message);
    }
}
