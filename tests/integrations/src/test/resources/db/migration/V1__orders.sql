-- Orders live in the ring of their user.
CREATE TABLE orders (
  user_id VARCHAR NOT NULL,
  order_no VARCHAR NOT NULL,
  total DECIMAL(12,2),
  PRIMARY KEY (user_id, order_no)
) RING 'users/{user_id}/orders';
INSERT INTO orders VALUES ('1', 'A;1', 42.00);
