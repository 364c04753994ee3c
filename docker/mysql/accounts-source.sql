-- The account that the source connector and the verifier read with, on the demo's source; the least that works.
-- A demo's password on a port of 127.0.0.1: choose another one anywhere else.
SET sql_log_bin = 0;
CREATE USER wherry_source IDENTIFIED BY 'wherry';
GRANT SELECT, SHOW VIEW, LOCK TABLES, REPLICATION SLAVE, REPLICATION CLIENT ON *.* TO wherry_source;
-- Only to see prepared XA transactions before the move, which it refuses.
GRANT XA_RECOVER_ADMIN ON *.* TO wherry_source;
SET sql_log_bin = 1;
