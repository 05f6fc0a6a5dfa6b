package dev.baton.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.IntStream;
import javax.xml.parsers.DocumentBuilder;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.w3c.dom.Element;
import org.w3c.dom.Node;
import org.w3c.dom.NodeList;

/** What an application gets when it adds the Spring Boot starter: Baton, Spring Boot and the driver of PostgreSQL. */
class StarterDependenciesTest {
    private static final String BATON = "dev.baton";
    private static final String STARTER = "baton-spring-boot-starter";

    /** slf4j is a dependency of every Spring Boot application. */
    private static final Set<String> OTHERS =
            Set.of("org.postgresql:postgresql", "org.slf4j:slf4j-api", "org.springframework.boot:spring-boot-starter");

    private final Map<String, Element> modules = new HashMap<>();

    @BeforeEach
    void readModules() throws Exception {
        DocumentBuilder reader = DocumentBuilderFactory.newInstance().newDocumentBuilder();
        for (Path file : SourceTree.files("pom.xml")) {
            Element project = reader.parse(file.toFile()).getDocumentElement();
            modules.put(text(project, "artifactId"), project);
        }
    }

    @Test
    void starterBringsNothingButBatonSpringAndTheDriver() {
        Set<String> reached = new TreeSet<>(Set.of(STARTER));
        Set<String> foreign = new TreeSet<>();
        Deque<String> open = new ArrayDeque<>(reached);
        while (!open.isEmpty()) {
            for (Element dependency : inherited(open.remove())) {
                String artifact = text(dependency, "artifactId");
                if (!text(dependency, "groupId").equals(BATON)) {
                    foreign.add(text(dependency, "groupId") + ":" + artifact);
                } else if (reached.add(artifact)) {
                    open.add(artifact);
                }
            }
        }
        // The application has Micrometer, in the version of its Spring Boot, or goes without.
        assertThat(text(direct("baton-micrometer"), "exclusions")).contains("micrometer-core");
        foreign.remove("io.micrometer:micrometer-core");
        assertThat(foreign).isEqualTo(OTHERS);
        assertThat(reached).contains("baton-core", "baton-postgres", "baton-lease", "baton-store");
    }

    private Element direct(String artifact) {
        return inherited(STARTER).stream()
                .filter(dependency -> text(dependency, "artifactId").equals(artifact))
                .findFirst()
                .orElseThrow();
    }

    /** Returns the dependencies of a module that an application inherits. */
    private List<Element> inherited(String module) {
        Element project = modules.get(module);
        assertThat(project).as(module).isNotNull();
        return children(project, "dependencies").stream()
                .flatMap(all -> children(all, "dependency").stream())
                .filter(dependency -> !text(dependency, "optional").equals("true"))
                .filter(dependency -> Set.of("", "compile", "runtime").contains(text(dependency, "scope")))
                .toList();
    }

    private static String text(Element parent, String name) {
        return children(parent, name).stream()
                .map(Node::getTextContent)
                .map(String::strip)
                .findFirst()
                .orElse("");
    }

    private static List<Element> children(Element parent, String name) {
        NodeList all = parent.getChildNodes();
        return IntStream.range(0, all.getLength())
                .mapToObj(all::item)
                .filter(Element.class::isInstance)
                .map(Element.class::cast)
                .filter(child -> child.getTagName().equals(name))
                .toList();
    }
}
