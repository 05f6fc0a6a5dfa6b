package dev.baton.quorum.disk;

/**
 * The running command of a tenure, as members keep it and send it to each other.
 *
 * @param number grows with every command of the tenure
 * @param member the member that led, which alone may record or remove the command
 * @param instanceId the instance id of its candidate
 * @param command the text of the identity of the process
 */
public record TenureCommand(
        String election, long epoch, long number, String member, String instanceId, String command) {

    /** Returns whether this is a command of an earlier epoch, or an earlier one of the same tenure. */
    public boolean isBefore(TenureCommand other) {
        return epoch != other.epoch ? epoch < other.epoch : number < other.number;
    }
}
