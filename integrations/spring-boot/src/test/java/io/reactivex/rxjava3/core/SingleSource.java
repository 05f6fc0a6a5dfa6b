package io.reactivex.rxjava3.core;

/** Has the name of the interface of RxJava 3, which is not a dependency. */
public interface SingleSource<T> {}
