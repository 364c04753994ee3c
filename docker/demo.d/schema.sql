-- A shop: the kinds of keys, types and charsets that real ones have.
DROP DATABASE IF EXISTS shop;
CREATE DATABASE shop DEFAULT CHARACTER SET utf8mb4;
USE shop;

CREATE TABLE country (
  code CHAR(2) CHARACTER SET ascii PRIMARY KEY,
  name VARCHAR(60) CHARACTER SET latin1 NOT NULL,
  vat DECIMAL(5,3) NOT NULL
);

CREATE TABLE customer (
  id BIGINT UNSIGNED NOT NULL AUTO_INCREMENT PRIMARY KEY,
  mail VARCHAR(120) NOT NULL,
  name VARCHAR(80) NOT NULL,
  nick VARCHAR(40) CHARACTER SET latin1 NULL,
  country CHAR(2) CHARACTER SET ascii NOT NULL,
  born DATE NULL,
  balance DECIMAL(12,2) NOT NULL DEFAULT 0,
  state ENUM('new', 'active', 'blocked') NOT NULL DEFAULT 'new',
  interests SET('books', 'garden', 'music', 'tools', 'toys') NOT NULL DEFAULT '',
  profile JSON NULL,
  created TIMESTAMP(3) NOT NULL DEFAULT CURRENT_TIMESTAMP(3),
  UNIQUE KEY (mail),
  CONSTRAINT customer_country FOREIGN KEY (country) REFERENCES country (code)
);

CREATE TABLE address (
  customer_id BIGINT UNSIGNED NOT NULL,
  kind VARCHAR(10) CHARACTER SET ascii NOT NULL,
  street VARCHAR(80) NOT NULL,
  zip VARCHAR(10) CHARACTER SET ascii NOT NULL,
  town VARCHAR(60) CHARACTER SET gbk NOT NULL,
  PRIMARY KEY (customer_id, kind),
  CONSTRAINT address_customer FOREIGN KEY (customer_id) REFERENCES customer (id)
);

CREATE TABLE category (
  path VARCHAR(80) COLLATE utf8mb4_bin PRIMARY KEY,
  title VARCHAR(80) NOT NULL
);

CREATE TABLE product (
  sku VARCHAR(20) COLLATE utf8mb4_general_ci PRIMARY KEY,
  ean BIGINT UNSIGNED NOT NULL,
  category VARCHAR(80) COLLATE utf8mb4_bin NOT NULL,
  title VARCHAR(120) NOT NULL,
  description TEXT CHARACTER SET latin1 NULL,
  price DECIMAL(10,2) NOT NULL,
  weight FLOAT NULL,
  attributes JSON NOT NULL,
  thumbnail VARBINARY(64) NULL,
  gross DECIMAL(12,4) AS (price * 1.21) STORED,
  UNIQUE KEY (ean),
  KEY (category),
  CONSTRAINT product_category FOREIGN KEY (category) REFERENCES category (path)
);

CREATE TABLE translation (
  sku VARCHAR(20) COLLATE utf8mb4_general_ci NOT NULL,
  language CHAR(2) CHARACTER SET ascii NOT NULL,
  title VARCHAR(120) NOT NULL,
  kana VARCHAR(60) CHARACTER SET sjis NULL,
  PRIMARY KEY (language, sku)
);

CREATE TABLE warehouse (
  id SMALLINT NOT NULL PRIMARY KEY,
  name VARCHAR(40) NOT NULL,
  place POINT NOT NULL SRID 4326,
  opens TIME NULL,
  since YEAR NOT NULL
);

CREATE TABLE stock (
  warehouse_id SMALLINT NOT NULL,
  sku VARCHAR(20) COLLATE utf8mb4_general_ci NOT NULL,
  quantity INT NOT NULL,
  checked DATETIME NULL,
  PRIMARY KEY (warehouse_id, sku),
  CONSTRAINT stock_warehouse FOREIGN KEY (warehouse_id) REFERENCES warehouse (id),
  CONSTRAINT stock_product FOREIGN KEY (sku) REFERENCES product (sku)
);

CREATE TABLE orders (
  id BIGINT UNSIGNED NOT NULL AUTO_INCREMENT PRIMARY KEY,
  number CHAR(14) CHARACTER SET ascii NOT NULL,
  customer_id BIGINT UNSIGNED NOT NULL,
  placed DATETIME(6) NOT NULL,
  state ENUM('open', 'paid', 'sent', 'returned') NOT NULL,
  total DECIMAL(14,2) NOT NULL,
  gift BIT(3) NOT NULL DEFAULT b'0',
  note VARCHAR(200) NULL,
  UNIQUE KEY (number),
  KEY (customer_id, placed),
  CONSTRAINT orders_customer FOREIGN KEY (customer_id) REFERENCES customer (id)
);

CREATE TABLE order_line (
  order_id BIGINT UNSIGNED NOT NULL,
  line SMALLINT UNSIGNED NOT NULL,
  sku VARCHAR(20) COLLATE utf8mb4_general_ci NOT NULL,
  quantity SMALLINT UNSIGNED NOT NULL,
  price DECIMAL(10,2) NOT NULL,
  discount DOUBLE NULL,
  PRIMARY KEY (order_id, line),
  KEY (sku),
  CONSTRAINT order_line_order FOREIGN KEY (order_id) REFERENCES orders (id)
);

CREATE TABLE payment (
  id BINARY(16) NOT NULL PRIMARY KEY,
  order_id BIGINT UNSIGNED NOT NULL,
  amount DECIMAL(14,4) NOT NULL,
  method ENUM('card', 'bank', 'voucher') NOT NULL,
  reference VARBINARY(24) NOT NULL,
  paid TIMESTAMP(6) NULL,
  KEY (order_id)
);

CREATE TABLE coupon (
  code VARCHAR(24) COLLATE utf8mb4_bin NOT NULL PRIMARY KEY,
  seat INT NULL,
  owner BIGINT UNSIGNED NULL,
  percent TINYINT UNSIGNED NOT NULL,
  UNIQUE KEY (seat),
  UNIQUE KEY (owner)
);

-- Without any key: it has equal rows.
CREATE TABLE visit (
  customer_id BIGINT UNSIGNED NULL,
  page VARCHAR(80) NOT NULL,
  seen DATETIME(3) NOT NULL
);
