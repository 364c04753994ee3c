package io.wherry.e2e.demo;

import io.wherry.common.mysql.ServerAddress;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;

/**
 * The shop's application: writes to the source in small transactions of every kind that makes a
 * move difficult, until it is closed. Its connection and random numbers belong to its own thread.
 */
final class ShopWriter implements AutoCloseable {
  private static final long PAUSE_NANOS = 5_000_000;

  private final Random random;
  private final Connection connection;
  private final Thread thread = new Thread(this::work, "shop-writer");
  private final AtomicLong transactions = new AtomicLong();
  private volatile boolean closed;
  private volatile SQLException failure;
  private long customers;
  private long orders;
  private long coupons;

  /** One transaction. */
  private interface Deed {
    void run() throws SQLException;
  }

  private final List<Deed> deeds =
      List.of(
          this::order,
          this::order,
          this::pay,
          this::cancelOrder,
          this::changeCustomer,
          this::renumberLines,
          this::renameCoupon,
          this::swapSeats,
          this::handOverMail,
          this::moveStock,
          this::visit);

  private ShopWriter(ServerAddress source, long seed) throws SQLException {
    random = new Random(seed);
    connection = source.connect();
    connection.setAutoCommit(false);
  }

  static ShopWriter start(ServerAddress source, long seed) throws SQLException {
    ShopWriter writer = new ShopWriter(source, seed);
    writer.run("USE shop");
    writer.customers = writer.number("SELECT MAX(id) FROM customer");
    writer.orders = writer.number("SELECT MAX(id) FROM orders");
    writer.coupons = writer.number("SELECT COUNT(*) FROM coupon");
    writer.thread.start();
    return writer;
  }

  long transactions() {
    return transactions.get();
  }

  /** Stops behind the transaction under way; says so if the writer failed before. */
  @Override
  public void close() throws SQLException {
    closed = true;
    try {
      thread.join();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    connection.close();
    if (failure != null) {
      throw failure;
    }
  }

  private void work() {
    try {
      while (!closed) {
        deeds.get(random.nextInt(deeds.size())).run();
        connection.commit();
        transactions.incrementAndGet();
        LockSupport.parkNanos(PAUSE_NANOS);
      }
    } catch (SQLException e) {
      failure = e;
    }
  }

  private void order() throws SQLException {
    long id = ++orders;
    run(
        "INSERT INTO orders (id, number, customer_id, placed, state, total, note)"
            + " VALUES (?, CONCAT('W-', LPAD(?, 10, '0')), ?, NOW(6), 'open', 0, '✍')",
        id,
        id,
        customer());
    run(
        "INSERT INTO order_line SELECT ?, ROW_NUMBER() OVER (), p.sku, 1, p.price, RAND()"
            + " FROM (SELECT sku, price FROM product WHERE sku > ? LIMIT 3) p",
        id,
        "A-" + random.nextInt(10));
    run(
        "UPDATE orders SET total = (SELECT COALESCE(SUM(price), 0) FROM order_line"
            + " WHERE order_id = ?) WHERE id = ?",
        id,
        id);
  }

  private void pay() throws SQLException {
    long id = anOrder();
    run(
        "INSERT INTO payment SELECT UUID_TO_BIN(UUID(), 1), id, total, 'card', X'00FF', NOW(6)"
            + " FROM orders WHERE id = ?",
        id);
    run("UPDATE orders SET state = 'paid' WHERE id = ?", id);
  }

  private void cancelOrder() throws SQLException {
    long id = anOrder();
    run("DELETE FROM payment WHERE order_id = ?", id);
    run("DELETE FROM order_line WHERE order_id = ?", id);
    run("DELETE FROM orders WHERE id = ?", id);
  }

  private void changeCustomer() throws SQLException {
    run(
        "UPDATE customer SET balance = balance + 0.01, state = 'active', profile ="
            + " JSON_SET(COALESCE(profile, '{}'), '$.seen', ?, '$.ratio', 0.5e0) WHERE id = ?",
        random.nextInt(),
        customer());
  }

  /** Keys change, in one statement and back again. */
  private void renumberLines() throws SQLException {
    run("UPDATE order_line SET line = (line + 500) % 1000 WHERE order_id = ?", anOrder());
  }

  private void renameCoupon() throws SQLException {
    run("UPDATE coupon SET code = CONCAT(code, '!') WHERE seat = ? AND LENGTH(code) < 20", seat());
  }

  /** A unique value goes to another row and that row's comes back. */
  private void swapSeats() throws SQLException {
    long one = seat();
    long other = seat();
    run("UPDATE coupon SET seat = -1 WHERE seat = ?", one);
    run("UPDATE coupon SET seat = ? WHERE seat = ?", one, other);
    run("UPDATE coupon SET seat = ? WHERE seat = -1", other);
  }

  /** A customer gives up an address and another one takes it, in a transaction each. */
  private void handOverMail() throws SQLException {
    long one = customer();
    long other = customer();
    String mail = "c" + one + "@shop.test";
    run("UPDATE customer SET mail = CONCAT('free', id) WHERE mail = ?", mail);
    connection.commit();
    run("UPDATE customer SET mail = ? WHERE id = ?", mail, other);
  }

  private void moveStock() throws SQLException {
    run("DELETE FROM stock WHERE warehouse_id = 2 ORDER BY sku LIMIT 1");
    run(
        "UPDATE stock SET quantity = quantity - 1 WHERE warehouse_id = 1 ORDER BY sku LIMIT ?",
        1 + random.nextInt(20));
  }

  private void visit() throws SQLException {
    run("INSERT INTO visit VALUES (NULL, '/', '2024-06-01'), (NULL, '/', '2024-06-01')");
    run("DELETE FROM visit WHERE page = '/' LIMIT 1");
  }

  private long customer() {
    return 1 + random.nextLong(customers);
  }

  private long anOrder() {
    return 1 + random.nextLong(orders);
  }

  private long seat() {
    return 1 + random.nextLong(coupons);
  }

  private void run(String sql, Object... values) throws SQLException {
    try (PreparedStatement statement = connection.prepareStatement(sql)) {
      for (int i = 0; i < values.length; i++) {
        statement.setObject(i + 1, values[i]);
      }
      statement.executeUpdate();
    }
  }

  private long number(String sql) throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet rs = statement.executeQuery(sql)) {
      rs.next();
      return rs.getLong(1);
    }
  }
}
