/**
 * Elections on etcd, with the keys of etcd's own recipe ({@code etcdctl elect}, the package {@code concurrency}), so that
 * candidates of Baton and of other programs contend for the same leadership.
 *
 * <p>Entry point: {@link dev.baton.etcd.EtcdBackendProvider}, found by the scheme {@code etcd:}. The keys and the rules for
 * other programs are in {@code docs/guide/store-etcd.md}.
 *
 * <p>Every process has one lease for all its elections, and every candidate a key under that lease. The key with the
 * lowest create revision leads, and only after one transaction has confirmed that and stored the epoch. The epoch is the
 * create revision plus an offset, which is zero unless the data of etcd went back in time. A lease counts as renewed only
 * if a later request shows that the leader of etcd who renewed it was still the leader.
 */
@NullMarked
package dev.baton.etcd;

import org.jspecify.annotations.NullMarked;
