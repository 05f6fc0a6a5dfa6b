package dev.baton.quorum;

import java.util.Optional;
import java.util.ServiceLoader;
import java.util.TreeMap;

/** Opens the registry that a URL names. */
final class PeerRegistries {
    private PeerRegistries() {}

    /**
     * Opens a registry.
     *
     * @param text {@code NAME:ARGUMENT}; empty for no registry
     */
    static Optional<PeerRegistry> open(String text) {
        if (text.isEmpty()) {
            return Optional.empty();
        }
        int colon = Math.max(0, text.indexOf(':'));
        String name = text.substring(0, colon);
        String argument = text.substring(colon + 1);
        if (name.equals("dns")) {
            return Optional.of(new DnsPeerRegistry(argument, DnsPeerRegistry::lookUp));
        }
        TreeMap<String, PeerRegistryProvider> installed = new TreeMap<>();
        ServiceLoader.load(PeerRegistryProvider.class).forEach(each -> installed.put(each.name(), each));
        PeerRegistryProvider provider = installed.get(name);
        if (provider == null) {
            throw new IllegalArgumentException(
                    "registry=" + text + " names no installed registry; write NAME:ARGUMENT with"
                            + " one of these names: dns"
                            + (installed.isEmpty() ? "" : ", " + String.join(", ", installed.keySet())));
        }
        return Optional.of(provider.open(argument));
    }
}
