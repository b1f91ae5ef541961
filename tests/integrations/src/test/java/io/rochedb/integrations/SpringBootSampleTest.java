package io.rochedb.integrations;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.zaxxer.hikari.HikariDataSource;
import io.rochedb.integrations.boot.Visit;
import io.rochedb.integrations.boot.VisitId;
import io.rochedb.integrations.boot.Visits;
import io.rochedb.integrations.boot.VisitsApplication;
import javax.sql.DataSource;
import org.junit.jupiter.api.Test;
import org.springframework.boot.SpringApplication;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.data.domain.PageRequest;
import org.springframework.jdbc.core.JdbcTemplate;

/** The Spring Boot sample: pool, migration, repository and template from one application.yml. */
class SpringBootSampleTest {
    @Test
    void startsAndWorks() throws Exception {
        try (ConfigurableApplicationContext context = SpringApplication.run(VisitsApplication.class)) {
            assertTrue(context.getBean(DataSource.class).isWrapperFor(HikariDataSource.class));
            Visits visits = context.getBean(Visits.class);
            for (int i = 0; i < 10; i++) {
                visits.save(new Visit(new VisitId("a" + i % 2, "v" + i), i));
            }
            assertEquals(10, visits.count());
            assertEquals(20, visits.seconds("a0"));
            assertEquals(
                    8,
                    visits.findByKeySiteOrderBySecondsDesc("a0", PageRequest.of(0, 2))
                            .get(0)
                            .getSeconds());
            assertTrue(visits.existsById(new VisitId("a1", "v3")));
            visits.deleteById(new VisitId("a1", "v3"));
            assertEquals(
                    4,
                    context.getBean(JdbcTemplate.class)
                            .queryForObject("SELECT COUNT(*) FROM visits WHERE site = ?", Integer.class, "a1"));
        }
    }
}
