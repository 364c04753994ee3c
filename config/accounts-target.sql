-- The account that the sink connector writes the target with. No SUPER and no administration.
-- The password is that of docker/demo, whose ports are on this machine only: choose another one anywhere else.
SET sql_log_bin = 0;
CREATE USER wherry_target IDENTIFIED BY 'wherry';
-- Rows, and the schema changes that travel with them.
GRANT SELECT, INSERT, UPDATE, DELETE, CREATE, ALTER, DROP, INDEX, REFERENCES, LOCK TABLES, SHOW VIEW ON *.* TO wherry_target;
-- Only to see triggers on target tables, which are refused: they would fire on top of what the source's did.
GRANT TRIGGER ON *.* TO wherry_target;
-- Table ids in InnoDB's own tables tell after a crash whether a schema change ran.
GRANT PROCESS ON *.* TO wherry_target;
-- A replayed statement runs under the session settings of the log.
GRANT SESSION_VARIABLES_ADMIN ON *.* TO wherry_target;
SET sql_log_bin = 1;
