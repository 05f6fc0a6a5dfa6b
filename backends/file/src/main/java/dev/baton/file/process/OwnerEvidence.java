package dev.baton.file.process;

import dev.baton.file.record.ClaimOwner;
import dev.baton.support.process.Evidence;
import java.io.IOException;

/** Evidence about the process of an owner. */
public interface OwnerEvidence {

    /** Returns whether the process itself has ended; its holds may still be locked. */
    Evidence hasEnded(ClaimOwner owner) throws IOException;

    /** Returns whether a hold of the process is locked: a command that it started still runs. */
    boolean isHeld(ClaimOwner owner) throws IOException;
}
