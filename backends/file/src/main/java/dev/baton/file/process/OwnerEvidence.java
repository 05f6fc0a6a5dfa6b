package dev.baton.file.process;

import dev.baton.file.record.ClaimOwner;
import dev.baton.support.process.Evidence;
import java.io.IOException;

/** Evidence about the process of an owner. */
public interface OwnerEvidence {

    /** Returns whether the process has ended; commands that it started may still run. */
    Evidence hasEnded(ClaimOwner owner) throws IOException;
}
