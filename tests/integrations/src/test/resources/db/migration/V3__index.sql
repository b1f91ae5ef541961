CREATE INDEX orders_status ON orders (status);
COMMENT ON TABLE orders IS 'Orders of users';
