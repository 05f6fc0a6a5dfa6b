/**
 * The controller's HTTP API: routes, what their bodies may hold, and what every refusal looks like.
 *
 * <p>Every response has the headers {@code Baton-Node}, {@code Baton-Role} and {@code Baton-Epoch}. A request is
 * refused in this order: 401, 403, 413, 409 {@code NOT_LEADER}, 400, 404, 409 {@code STALE_EPOCH}. What was refused
 * has written nothing. No response has a stack trace in it.
 */
@NullMarked
package dev.baton.node.http;

import org.jspecify.annotations.NullMarked;
