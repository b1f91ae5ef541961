-- Every record is in a ring, here cities/COUNTRY/REGION. Counting them scans none:
SELECT COUNT(*) AS cities FROM records;

-- A ring is a table. Nothing else is scanned:
SELECT name, region, lat, lng FROM "cities/JP/40" WHERE name LIKE 'S%' ORDER BY name;

-- The same question without its ring scans everything:
SELECT ring, JSON_VALUE(payload, '$.name') AS name FROM records
WHERE JSON_VALUE(payload, '$.region') = 'Tokyo' AND JSON_VALUE(payload, '$.name') LIKE 'S%' ORDER BY name;

-- A condition on ring chooses rings before anything is read:
SELECT ring, COUNT(*) AS cities FROM records WHERE ring LIKE 'cities/FR/%' GROUP BY ring ORDER BY ring;

-- So does a glob in place of a table:
SELECT region, COUNT(*) AS cities, MAX(lat) AS northernmost FROM "cities/JP/*"
GROUP BY region ORDER BY cities DESC, region LIMIT 3;

-- And a join: the list on the left routes the reads on the right.
SELECT trip.stop, COUNT(*) AS cities FROM (VALUES (1, 'cities/JP/22'), (2, 'cities/IT/07')) AS trip (stop, ring)
JOIN records ON records.ring = trip.ring GROUP BY trip.stop ORDER BY trip.stop;

-- Vectors are searched where you say. The five nearest to Tokyo in its ring, by name:
SELECT JSON_VALUE(payload, '$.name') AS name, ring, CAST(score AS DECIMAL(4, 2)) AS score
FROM TABLE(RETRIEVE('[-0.6193559, 0.5254061, 0.5833924]', ring => 'cities/JP/40', budget => 5)) ORDER BY name;

-- Without a ring the answer is the same, at the cost of every vector:
SELECT JSON_VALUE(payload, '$.name') AS name, ring, CAST(score AS DECIMAL(4, 2)) AS score
FROM TABLE(RETRIEVE('[-0.6193559, 0.5254061, 0.5833924]', budget => 5)) ORDER BY name;

-- A wrong ring answers with what it holds, and the scores say so:
SELECT JSON_VALUE(payload, '$.name') AS name, ring, CAST(score AS DECIMAL(4, 2)) AS score
FROM TABLE(RETRIEVE('[-0.6193559, 0.5254061, 0.5833924]', ring => 'cities/FR/11', budget => 3)) ORDER BY name;

-- A ring that does not exist: (an error)
SELECT name FROM "cities/JP/4O";

-- Records move on orbits. An id says where its record is at any time, with no look-up: the node at a moment,
SELECT node, at_time FROM TABLE(LOCATE('f7jpecdpi5itq00000000001k8mb01dq0000', at_time => 1800000000));

-- and when it comes by another node:
SELECT node, visit_at FROM TABLE(NEXT_VISIT('f7jpecdpi5itq00000000001k8mb01dq0000', 3, after_time => 1800000000));

-- Writing creates rings and fields:
INSERT INTO "notes/tokyo" (title, stars) VALUES ('Ueno in spring', 5), ('Yanaka on foot', 4);

UPDATE "notes/tokyo" SET stars = 5, visited = TRUE WHERE title LIKE 'Yanaka%';

SELECT title, stars, visited FROM "notes/tokyo" ORDER BY title;

SELECT COUNT(*) AS five_stars FROM "notes/*" WHERE stars = 5;
