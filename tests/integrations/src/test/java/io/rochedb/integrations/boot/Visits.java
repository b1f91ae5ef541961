package io.rochedb.integrations.boot;

import java.util.List;
import org.springframework.data.domain.Pageable;
import org.springframework.data.jpa.repository.JpaRepository;
import org.springframework.data.jpa.repository.Query;

/** The visits of all sites. */
public interface Visits extends JpaRepository<Visit, VisitId> {
    List<Visit> findByKeySiteOrderBySecondsDesc(String site, Pageable page);

    @Query("select sum(v.seconds) from Visit v where v.key.site = ?1")
    long seconds(String site);
}
