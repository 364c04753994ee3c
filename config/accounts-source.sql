-- The account that the source connector and the verifier read the source with: the least that works.
-- The password is that of docker/demo, whose ports are on this machine only: choose another one anywhere else.
SET sql_log_bin = 0;
CREATE USER wherry_source IDENTIFIED BY 'wherry';
GRANT SELECT, SHOW VIEW, LOCK TABLES, REPLICATION SLAVE, REPLICATION CLIENT ON *.* TO wherry_source;
-- Only to see prepared XA transactions before the move, which it refuses.
GRANT XA_RECOVER_ADMIN ON *.* TO wherry_source;
SET sql_log_bin = 1;
