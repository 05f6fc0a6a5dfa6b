package dev.baton.internal.machine;

/** Runs effects. An implementation that omits one does not compile. */
public interface EffectHandler {
    void on(Effect.TryAcquire effect);

    void on(Effect.Renew effect);

    void on(Effect.Reclaim effect);

    void on(Effect.Release effect);

    void on(Effect.DiscardGrant effect);

    void on(Effect.Withdraw effect);

    void on(Effect.SetTimer effect);

    void on(Effect.CancelTimer effect);

    void on(Effect.ScheduleRetry effect);

    void on(Effect.BeginLeadership effect);

    void on(Effect.ExtendLeadership effect);

    void on(Effect.EndLeadership effect);

    void on(Effect.Publish effect);
}
