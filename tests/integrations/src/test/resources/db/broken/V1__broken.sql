CREATE TABLE broken_one (id INTEGER); INSERT INTO no_such_table VALUES (1, 2);
