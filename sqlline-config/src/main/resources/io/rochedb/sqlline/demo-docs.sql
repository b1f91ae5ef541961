-- The project's documentation is in the store too, a ring a page, a record a section:
SELECT page, title FROM "docs/start" WHERE section = 1;
