/**
 * The HTTP API of the controller: routes, the format of requests, and errors.
 *
 * <p>Every response has the headers {@code Baton-Node}, {@code Baton-Role} and {@code Baton-Epoch}. A request is refused in
 * this order: 401, 403, 413, 409 {@code NOT_LEADER}, 400, 404, 409 {@code STALE_EPOCH}. A refused request has written
 * nothing. No response contains a stack trace.
 */
@NullMarked
package dev.baton.node.http;

import org.jspecify.annotations.NullMarked;
