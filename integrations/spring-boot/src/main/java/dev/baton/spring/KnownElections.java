package dev.baton.spring;

import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.ObjectProvider;

/**
 * The elections of the application, for what intercepts calls. They are found once, at the start at the latest: a closed
 * application does not create them again, and the candidate suppresses what is called then.
 */
final class KnownElections implements Supplier<BatonElections> {
    private final ObjectProvider<BatonElections> elections;
    private volatile @Nullable BatonElections known;

    KnownElections(ObjectProvider<BatonElections> elections) {
        this.elections = elections;
    }

    @Override
    public BatonElections get() {
        BatonElections found = known;
        if (found == null) {
            found = elections.getObject();
            known = found;
        }
        return found;
    }
}
