package dev.baton.fence;

import dev.baton.BatonException;
import dev.baton.Leadership;

/** What every fence asks first, before anything is sent anywhere. */
final class LeadershipCheck {

    private LeadershipCheck() {}

    /** Passes a leadership that its store confirmed and that is valid now. */
    static void check(Leadership leadership) {
        if (!leadership.isConfirmed()) {
            throw new BatonException("the leadership of " + leadership.election() + " by " + leadership.instanceId()
                    + " has no epoch, because its store never confirmed it: no fence lets it pass");
        }
        leadership.check();
    }
}
