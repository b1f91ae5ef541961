package io.rochedb.tests.architecture;

import static com.tngtech.archunit.base.DescribedPredicate.not;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.core.domain.properties.HasName.Predicates.nameMatching;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.lang.ArchRule;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The arrows between the modules: shell → JDBC → SQL → engine, never up, and no look inside another module. */
class LayersTest {
    private static final String ENGINE = "io.rochedb.engine..";
    private static final String ADAPTER = "io.rochedb.calcite..";
    private static final String EMBEDDED = "io.rochedb.jdbc.embedded..";
    private static final String DRIVER = "io.rochedb.jdbc..";
    private static final String SERVER = "io.rochedb.server..";
    private static final String SHELL = "io.rochedb.sqlline..";

    private static final JavaClasses CLASSES = new ClassFileImporter()
            .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
            .importPackages("io.rochedb");

    @Test
    void everyModuleWasImported() {
        assertImported("io.rochedb.engine", 80);
        assertImported("io.rochedb.calcite", 10);
        assertImported("io.rochedb.jdbc", 10);
        assertImported("io.rochedb.server", 10);
    }

    private static void assertImported(String root, int least) {
        long count = CLASSES.stream()
                .filter(type -> type.getPackageName().equals(root)
                        || type.getPackageName().startsWith(root + "."))
                .count();
        assertTrue(count >= least, "only " + count + " classes of " + root + " were imported");
    }

    @Test
    void everyClassIsOfAKnownModule() {
        List<String> strangers = CLASSES.stream()
                .map(JavaClass::getPackageName)
                .filter(name -> Stream.of("engine", "calcite", "jdbc", "server", "sqlline")
                        .noneMatch(module -> (name + ".").startsWith("io.rochedb." + module + ".")))
                .distinct()
                .toList();
        assertTrue(strangers.isEmpty(), "packages of no module these rules know: " + strangers);
    }

    @Test
    void engineKnowsNoSql() {
        check(noClasses()
                .that()
                .resideInAPackage(ENGINE)
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage("java.sql..", "javax.sql..", "org.apache.calcite..", ADAPTER, DRIVER, SHELL));
    }

    @Test
    void adapterKnowsNoJdbcDriverAndDoesNoInputOrOutput() {
        check(noClasses()
                .that()
                .resideInAPackage(ADAPTER)
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage(DRIVER, SHELL, "org.apache.calcite.avatica.server.."));
        check(noClasses()
                .that()
                .resideInAPackage(ADAPTER)
                .should()
                .dependOnClassesThat()
                .haveNameMatching("org\\.apache\\.calcite\\.jdbc\\.(Driver|CalciteConnection).*"));
        check(noClasses()
                .that()
                .resideInAPackage(ADAPTER)
                .should()
                // A path is a value that is handed to the engine; only opening it is input or output.
                .dependOnClassesThat(resideInAnyPackage("java.nio.file..", "java.nio.channels..", "org.rocksdb..")
                        .and(not(nameMatching("java\\.nio\\.file\\.(Path|InvalidPathException)")))
                        .or(nameMatching("java\\.io\\.(File.*|RandomAccessFile|Console)"))));
    }

    @Test
    void driverKnowsNeitherCalciteNorTheEngine() {
        check(noClasses()
                .that()
                .resideInAPackage(DRIVER)
                .and()
                .resideOutsideOfPackage(EMBEDDED)
                .should()
                .dependOnClassesThat(resideInAnyPackage(ENGINE, ADAPTER, EMBEDDED, SHELL, "org.rocksdb..")
                        .or(resideInAPackage("org.apache.calcite..")
                                .and(not(resideInAPackage("org.apache.calcite.avatica.."))))));
    }

    @Test
    void driverKnowsNoServerAndSpeaksNoPartOfIt() {
        check(noClasses()
                .that()
                .resideInAnyPackage(DRIVER, ENGINE, ADAPTER)
                .should()
                .dependOnClassesThat()
                .resideInAPackage(SERVER));
    }

    @Test
    void serverKnowsNoShell() {
        check(noClasses()
                .that()
                .resideInAPackage(SERVER)
                .should()
                .dependOnClassesThat()
                .resideInAPackage(SHELL));
    }

    @Test
    void embeddedDoorKnowsNoShell() {
        check(noClasses()
                .that()
                .resideInAPackage(EMBEDDED)
                .should()
                .dependOnClassesThat()
                .resideInAPackage(SHELL));
    }

    @Test
    void internalPackagesStayInside() {
        for (String module : List.of(ENGINE, ADAPTER, EMBEDDED, SERVER)) {
            String internal = module.replace("..", ".internal..");
            check(noClasses()
                    .that()
                    .resideOutsideOfPackage(module)
                    .should()
                    .dependOnClassesThat()
                    .resideInAPackage(internal)
                    .allowEmptyShould(true));
        }
        // The embedded door is a module of its own below the driver's package.
        check(noClasses()
                .that(resideInAPackage(EMBEDDED).or(not(resideInAPackage(DRIVER))))
                .should()
                .dependOnClassesThat()
                .resideInAPackage("io.rochedb.jdbc.internal.."));
    }

    @Test
    void packagesOfPlacementAndValuesAreFreeOfCycles() {
        check(noClasses()
                .that()
                .resideInAPackage("io.rochedb.engine.orbit..")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage("io.rochedb.engine.internal..", "io.rochedb.engine.spi.."));
        check(slices().matching("io.rochedb.(*)..").should().beFreeOfCycles());
    }

    private static void check(ArchRule rule) {
        rule.check(CLASSES);
    }
}
