-- Fills the shop with about @rows rows, made by the server itself. Numbers, not chance: the same every time.
USE shop;
SET SESSION cte_max_recursion_depth = 4294967295, foreign_key_checks = 0, unique_checks = 0;
SET @customers = GREATEST(50, @rows DIV 10), @products = GREATEST(50, @rows DIV 50), @orders = GREATEST(50, @rows * 172 DIV 1000);
SET @addresses = @customers * 0.7, @coupons = GREATEST(20, @rows DIV 100), @visits = LEAST(3000, GREATEST(20, @rows DIV 100));

INSERT INTO country VALUES ('NL', 'Nederland', 0.21), ('DE', 'Österreich und Deutschland', 0.19), ('FR', 'Île-de-France', 0.2), ('ES', 'España', 0.21), ('CN', 'China', 0.13);
INSERT INTO warehouse VALUES
  (-1, 'Returns', ST_GeomFromText('POINT(52.37 4.89)', 4326), NULL, 1999),
  (1, 'Østerbro', ST_GeomFromText('POINT(55.7 12.58)', 4326), '06:30:00', 2004),
  (2, '上海', ST_GeomFromText('POINT(31.23 121.47)', 4326), '-01:00:00', 2019);
INSERT INTO category
  WITH RECURSIVE s(n) AS (SELECT 0 UNION ALL SELECT n + 1 FROM s WHERE n < 199)
  SELECT CONCAT(ELT(1 + n % 4, 'home', 'Home', 'büro', 'garden'), '/', n), CONCAT('Category № ', n) FROM s;

INSERT INTO customer (id, mail, name, nick, country, born, balance, state, interests, profile, created)
  WITH RECURSIVE s(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM s WHERE n < @customers)
  SELECT n, CONCAT('c', n, '@shop.test'), CONCAT(ELT(1 + n % 5, 'Zoë', 'Łukasz', '李', 'Ana', '🦊'), ' ', LEFT(SHA2(n, 256), 12)),
    IF(n % 3, CONCAT('naïve', n), NULL), ELT(1 + n % 5, 'NL', 'DE', 'FR', 'ES', 'CN'),
    IF(n % 10, DATE '1950-01-01' + INTERVAL n % 20000 DAY, NULL), (n * 7919) % 1000000 / 100 - 500, 1 + n % 3, n % 32,
    IF(n % 4, JSON_OBJECT('lang', ELT(1 + n % 3, 'nl', 'de', 'fr'), 'score', n % 100 * 0.125e0, 'tags', JSON_ARRAY(n, 'vip', TRUE, NULL)), NULL),
    TIMESTAMP '2015-01-01 00:00:00' + INTERVAL n * 97 SECOND FROM s;
INSERT INTO address
  SELECT id, ELT(1 + id % 3, 'home', 'work', 'other'), CONCAT('Straße ', id), LPAD(id % 100000, 5, '0'), ELT(1 + id % 3, '北京', 'Utrecht', '广州')
  FROM customer WHERE id <= @addresses;
INSERT INTO product (sku, ean, category, title, description, price, weight, attributes, thumbnail)
  WITH RECURSIVE s(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM s WHERE n < @products)
  SELECT CONCAT(ELT(1 + n % 3, 'A-', 'b_', 'Ç'), LPAD(n, 8, '0')), 4000000000000 + n,
    CONCAT(ELT(1 + n % 200 % 4, 'home', 'Home', 'büro', 'garden'), '/', n % 200), CONCAT('Product ', n, ' “fine”'),
    IF(n % 5, REPEAT(CONCAT('Größe ', n, '. '), 1 + n % 20), NULL), (n * 31) % 100000 / 100, IF(n % 7, n / 3, NULL),
    JSON_OBJECT('size', n % 50, 'colour', ELT(1 + n % 3, 'red', 'blau', '緑'), 'parts', JSON_ARRAY(n % 9, n % 5)),
    UNHEX(LEFT(SHA2(n, 256), n % 60 DIV 2 * 2)) FROM s;
INSERT INTO translation
  SELECT sku, 'ja', CONCAT('製品 ', ean), 'ソ表示' FROM product WHERE ean % 4 = 0;
INSERT INTO stock
  SELECT w.id, p.sku, p.ean % 1000, IF(p.ean % 2, '2024-02-29 12:00:00', NULL) FROM warehouse w JOIN product p ORDER BY w.id, p.sku;

INSERT INTO orders (id, number, customer_id, placed, state, total, gift, note)
  WITH RECURSIVE s(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM s WHERE n < @orders)
  SELECT n, CONCAT('O-', LPAD(n, 10, '0')), 1 + (n * 7919) % @customers, TIMESTAMP '2020-01-01 00:00:00' + INTERVAL n * 113 SECOND + INTERVAL n MICROSECOND,
    1 + n % 4, (n * 104729) % 10000000 / 100, n % 8, IF(n % 6, NULL, CONCAT('Bitte klingeln 🔔 ', n)) FROM s;
INSERT INTO order_line
  SELECT o.id, l.line, CONCAT(ELT(1 + p.n % 3, 'A-', 'b_', 'Ç'), LPAD(p.n, 8, '0')), 1 + o.id % 5, o.id % 5000 / 100, IF(o.id % 3, NULL, o.id / 7)
  FROM orders o
  JOIN (SELECT 1 AS line UNION ALL SELECT 2 UNION ALL SELECT 3) l
  JOIN LATERAL (SELECT 1 + (o.id * l.line) % @products AS n) p
  WHERE l.line <= 2 + o.id % 2 ORDER BY o.id, l.line;
INSERT INTO payment
  SELECT UNHEX(LEFT(SHA2(id, 256), 32)), id, total, 1 + id % 3, UNHEX(LEFT(SHA2(id, 256), id % 24 * 2)), IF(id % 9, placed, NULL) FROM orders WHERE id % 10 < 8;
INSERT INTO coupon
  WITH RECURSIVE s(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM s WHERE n < @coupons)
  SELECT CONCAT(ELT(1 + n % 2, 'spring', 'SPRING'), '-', n), n, IF(n % 2, n, NULL), n % 90 FROM s;
INSERT INTO visit
  WITH RECURSIVE s(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM s WHERE n < @visits)
  SELECT IF(n % 5, n % 50, NULL), CONCAT('/product/', n % 20), TIMESTAMP '2024-06-01 00:00:00' + INTERVAL n DIV 3 SECOND FROM s;
