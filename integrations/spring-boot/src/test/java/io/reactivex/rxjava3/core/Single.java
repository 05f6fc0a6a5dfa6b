package io.reactivex.rxjava3.core;

/** Has the name of the class of RxJava 3, which is not a dependency. */
public class Single<T> implements SingleSource<T> {}
