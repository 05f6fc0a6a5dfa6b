/**
 * The parts that the HTTP servers of the node and the console share: the start of the server, errors as JSON, the limits
 * of request bodies, the bearer token and the check of host names. Internal to Baton.
 */
@NullMarked
package dev.baton.http;

import org.jspecify.annotations.NullMarked;
