package io.wherry.common.mysql;

import java.sql.SQLException;
import java.util.Set;

/**
 * What a failed statement means for us, decided in this one place from SQLState and vendor code.
 * Codes are those of the MySQL 9.7 error message reference.
 */
public enum SqlFailure {
  /** Roll back and do the whole unit again after a pause. */
  AGAIN,
  /** As {@link #AGAIN}, on a new connection. */
  RECONNECT,
  /** Nothing but a person helps (disk full, missing right): wait, say so, never give up rows. */
  WAIT_FOR_PERSON,
  /** This row or statement cannot be applied as it is. */
  DATA,
  /** Anything we did not foresee: stop. */
  STOP;

  private static final Set<Integer> AGAIN_CODES =
      Set.of(1205, 1213, 1317, 1637, 3024, 3100, 3101, 3572, 1412, 1615);
  private static final Set<Integer> RECONNECT_CODES =
      Set.of(
          1040, 1042, 1043, 1047, 1053, 1077, 1080, 1129, 1152, 1158, 1159, 1160, 1161, 1180, 1184,
          1203, 1226, 1290, 1792, 1836, 1927, 2002, 2003, 2006, 2013, 2055, 3032, 4031);
  private static final Set<Integer> PERSON_CODES =
      Set.of(1021, 1026, 1030, 1044, 1045, 1114, 1142, 1143, 1227, 1370, 1698, 3118, 3675);
  private static final Set<Integer> DATA_CODES =
      Set.of(
          1048, 1062, 1054, 1136, 1146, 1153, 1264, 1265, 1292, 1364, 1366, 1406, 1416, 1451, 1452,
          3105, 3140, 3156, 3819);

  /** The class of a failure; its causes and next exceptions are asked where it says nothing. */
  public static SqlFailure of(SQLException failure) {
    int depth = 0;
    for (SQLException e = failure; e != null && depth < 10; e = e.getNextException(), depth++) {
      SqlFailure found = ofOne(e);
      if (found != STOP) {
        return found;
      }
    }
    return STOP;
  }

  private static SqlFailure ofOne(SQLException e) {
    int code = e.getErrorCode();
    String state = e.getSQLState() == null ? "" : e.getSQLState();
    if (AGAIN_CODES.contains(code)) {
      return AGAIN;
    }
    if (RECONNECT_CODES.contains(code) || state.startsWith("08")) {
      return RECONNECT;
    }
    if (PERSON_CODES.contains(code)) {
      return WAIT_FOR_PERSON;
    }
    return DATA_CODES.contains(code) ? DATA : STOP;
  }
}
