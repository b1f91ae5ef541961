ALTER TABLE orders ADD COLUMN status VARCHAR(10) DEFAULT 'open';
/* A comment; with a semicolon. */
CREATE VIEW open_orders AS SELECT user_id, order_no FROM orders WHERE status = 'open';
INSERT INTO orders (user_id, order_no, total) VALUES ('1', 'B', 10.00);
