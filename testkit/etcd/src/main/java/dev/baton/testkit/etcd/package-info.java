/**
 * etcd servers for tests, from the operating system's packages {@code etcd-server} and {@code etcd-client}. This module is
 * not published.
 */
@NullMarked
package dev.baton.testkit.etcd;

import org.jspecify.annotations.NullMarked;
