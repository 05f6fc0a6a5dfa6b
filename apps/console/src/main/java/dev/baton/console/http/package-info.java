/**
 * The HTTP server of the console: the page, the read routes, the event stream and the two write routes.
 *
 * <p>Write requests are accepted from this machine or with a token, and never from a page of another origin. The page
 * loads nothing from other origins and cannot be framed by them.
 */
@NullMarked
package dev.baton.console.http;

import org.jspecify.annotations.NullMarked;
