-- J01 json-same-value
-- category: types
-- what happened: a document was replaced by one of equal value and other text; an upsert kept the old one.
-- right outcome: the new text is there.
-- setup
DROP DATABASE IF EXISTS j01;
CREATE DATABASE j01;
USE j01;
CREATE TABLE t (id INT PRIMARY KEY, j JSON NULL);
INSERT INTO t VALUES (1, '[1, 1.0]'), (2, '{"a": 1}'), (3, '1'), (4, NULL);

-- live
USE j01;
REPLACE INTO t VALUES (1, '[1.0, 1]');
START TRANSACTION;
DELETE FROM t WHERE id = 2;
INSERT INTO t VALUES (2, '{"a": 1.0}');
COMMIT;
UPDATE t SET j = NULL WHERE id = 3;
UPDATE t SET j = '1.0' WHERE id = 3;
UPDATE t SET j = '1.0' WHERE id = 4;
