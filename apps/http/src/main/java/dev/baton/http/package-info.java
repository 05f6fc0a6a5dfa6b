/**
 * The parts that the HTTP servers of the node and the console share: the start of the server, errors as JSON, the limit of
 * a request body and the bearer token. Internal to Baton.
 */
@NullMarked
package dev.baton.http;

import org.jspecify.annotations.NullMarked;
