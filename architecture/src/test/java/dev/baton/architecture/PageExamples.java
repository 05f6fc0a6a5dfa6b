package dev.baton.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import javax.tools.DiagnosticCollector;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.ToolProvider;

/** The Java examples of the documents: finds, compiles and runs them as they stand there. */
final class PageExamples {
    private static final Pattern JAVA_BLOCK = Pattern.compile("```java\\n(.*?)```", Pattern.DOTALL);

    /** The imports that the first paragraphs of the testing guide name. */
    private static final String GUIDE_IMPORTS =
            "import dev.baton.*; import dev.baton.testkit.*; import java.time.Duration;"
                    + " import static org.assertj.core.api.Assertions.assertThat;";

    private final Path output;

    /** @param output the folder for class files */
    PageExamples(Path output) {
        this.output = output;
    }

    /** Returns the blocks of Java in a page. */
    static List<String> in(String page) {
        return JAVA_BLOCK
                .matcher(SourceTree.text(SourceTree.ROOT.resolve(page)))
                .results()
                .map(found -> found.group(1))
                .toList();
    }

    /** Returns a class whose method {@code run} has the statements of a block. */
    static String asClass(String name, String block) {
        Map<Boolean, String> lines = block.lines()
                .collect(Collectors.partitioningBy(line -> line.startsWith("import "), Collectors.joining("\n")));
        return lines.get(true) + "\n" + GUIDE_IMPORTS + "\npublic class " + name
                + " { public void run() throws Exception {\n" + lines.get(false) + "\n} }";
    }

    /** Compiles the statements of a block and runs them. */
    void run(String name, String block) throws Exception {
        assertThat(errors(name, asClass(name, block))).isEmpty();
        try (URLClassLoader loader =
                new URLClassLoader(new URL[] {output.toUri().toURL()})) {
            Class<?> example = loader.loadClass(name);
            example.getMethod("run").invoke(example.getConstructor().newInstance());
        }
    }

    /** Compiles a class, and returns the errors. */
    List<String> errors(String name, String code) {
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        DiagnosticCollector<JavaFileObject> found = new DiagnosticCollector<>();
        JavaFileObject source =
                new SimpleJavaFileObject(URI.create("string:///" + name + ".java"), JavaFileObject.Kind.SOURCE) {
                    @Override
                    public CharSequence getCharContent(boolean ignoreEncodingErrors) {
                        return code;
                    }
                };
        List<String> options = List.of(
                "-d", output.toString(), "-cp", System.getProperty("java.class.path"), "-proc:none", "--release", "17");
        boolean compiled = compiler.getTask(null, null, found, options, null, List.of(source))
                .call();
        List<String> errors = new ArrayList<>();
        found.getDiagnostics().forEach(one -> errors.add(one.toString()));
        assertThat(compiled).as(String.join("\n", errors)).isTrue();
        return errors;
    }
}
