package io.wherry.common.mysql;

/** How a connection is encrypted; the five words of MySQL's own clients. */
public enum SslMode {
  DISABLED,
  PREFERRED,
  REQUIRED,
  VERIFY_CA,
  VERIFY_IDENTITY
}
