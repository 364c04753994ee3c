# Functions for scenario and demo: the product built, its plugins in the worker, and the programs that live beside the
# end-to-end tests. Source it after lib.sh.
classpath=../verifier-job/target/e2e.classpath

# Builds unless the last build is newer than every source.
build() {
  local newer
  newer=$(find .. -path ../docker -prune -o \( -name '*.java' -o -name pom.xml \) ! -path '*/target/*' -newer "$classpath" -print -quit 2>&1) || true
  [ -n "$newer" ] || return 0
  echo "building"
  (cd .. && mvn -q -B -ntp package -DskipTests)
}

plugins_current() {
  local module
  for module in source-connector sink-connector; do
    [ -d "plugins/$module" ] && [ -z "$(find "../$module/target" -maxdepth 1 -name '*.zip' -newer "plugins/$module")" ] || return 1
  done
}

# A running stack whose worker has the plugins of the last build. Quiet when it is there already.
ensure_stack() {
  local stale=0
  build
  plugins_current || { ./plugins-install; stale=1; }
  if ! { worker_answers && mysql_answers source && mysql_answers target; } > /dev/null 2>&1; then
    ./up
  elif [ "$stale" = 1 ]; then
    docker restart -t 5 "$(container connect)" > /dev/null
    wait_worker
  fi
  export WHERRY_CONNECT_CONTAINER; WHERRY_CONNECT_CONTAINER=$(container connect)
}

# e2e CLASS ARGUMENT..: a program of the package io.wherry.e2e
e2e() {
  local class=io.wherry.e2e.$1; shift
  java -Xmx512m -XX:+UseSerialGC -XX:TieredStopAtLevel=1 -Dorg.slf4j.simpleLogger.defaultLogLevel=error \
    -cp "../verifier-job/target/test-classes:../verifier-job/target/classes:$(cat "$classpath")" "$class" "$@"
}
