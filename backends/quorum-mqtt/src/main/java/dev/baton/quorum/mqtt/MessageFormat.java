package dev.baton.quorum.mqtt;

/**
 * How a process writes its messages; it reads all forms.
 *
 * @param json whether messages are written as JSON
 * @param qos the quality of service of all messages: 0 or 2
 */
record MessageFormat(boolean json, int qos) {}
