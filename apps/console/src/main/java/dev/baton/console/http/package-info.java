/**
 * The console over HTTP: the page, what it reads, the stream it follows, and the two wishes it can utter.
 *
 * <p>Writes are let in from this machine, or with a token; never from another origin. No page of another origin is
 * loaded, framed or asked.
 */
@NullMarked
package dev.baton.console.http;

import org.jspecify.annotations.NullMarked;
