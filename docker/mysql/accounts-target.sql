-- The account that the sink connector writes with, on the demo's target. No SUPER and no administration.
-- A demo's password on a port of 127.0.0.1: choose another one anywhere else.
SET sql_log_bin = 0;
CREATE USER wherry_target IDENTIFIED BY 'wherry';
-- Rows, and the schema changes that travel with them.
GRANT SELECT, INSERT, UPDATE, DELETE, CREATE, ALTER, DROP, INDEX, REFERENCES, LOCK TABLES, SHOW VIEW ON *.* TO wherry_target;
-- Table ids in InnoDB's own tables tell after a crash whether a schema change ran.
GRANT PROCESS ON *.* TO wherry_target;
-- A replayed statement runs under the session settings of the log.
GRANT SESSION_VARIABLES_ADMIN ON *.* TO wherry_target;
SET sql_log_bin = 1;
