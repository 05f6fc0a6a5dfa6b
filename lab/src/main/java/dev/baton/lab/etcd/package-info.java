/** Benchmarks of elections on etcd, beside {@code etcdctl elect} on the same server. */
@NullMarked
package dev.baton.lab.etcd;

import org.jspecify.annotations.NullMarked;
