# Functions for the scripts in this folder. Source it after docker/setup has run; it changes into docker/.
# WHERRY_PROJECT names the stack (default wherry); stacks with other names and ports can run beside it.
cd "$(dirname "${BASH_SOURCE[0]}")"
[ -e .env.local ] || { echo "run docker/setup first" >&2; exit 1; }
. ./.env.local
export WHERRY_PROJECT=${WHERRY_PROJECT:-wherry}
connect_url=http://127.0.0.1:${WHERRY_CONNECT_PORT:-8083}
bootstrap=127.0.0.1:${WHERRY_BROKER_PORT:-39092}

# Unquoted on purpose: with v2 the command is two words.
compose() { ${WHERRY_COMPOSE} -p "$WHERRY_PROJECT" -f compose.yaml "$@"; }
# The container of a service, running or not. Both versions of compose set these labels; asking compose takes half a second.
container() {
  docker ps -aq --filter "label=com.docker.compose.project=$WHERRY_PROJECT" --filter "label=com.docker.compose.service=$1"
}

# wait_for SECONDS WHAT COMMAND..: until the command succeeds.
wait_for() {
  local until=$((SECONDS + $1)) what=$2
  shift 2
  until "$@" > /dev/null 2>&1; do
    [ "$SECONDS" -lt "$until" ] || { echo "$what: not ready in time" >&2; return 1; }
    sleep 0.3
  done
}

# SQL from stdin or as arguments of the client: mysql_source -e 'SELECT 1'; mysql_target shop < dump.sql
mysql_in() {
  local service=$1; shift
  docker exec -i -e MYSQL_PWD="${WHERRY_ROOT_PASSWORD:-wherry}" "$(container "$service")" mysql -h127.0.0.1 -uroot --default-character-set=utf8mb4 "$@"
}
mysql_source() { mysql_in source "$@"; }
mysql_target() { mysql_in target "$@"; }
mysql_answers() { mysql_in "$1" -e 'DO 1' < /dev/null; }

# A Kafka tool inside the broker's container: kafka topics --list
kafka() {
  local tool=$1; shift
  docker exec -i "$(container broker)" "/opt/kafka/bin/kafka-$tool.sh" --bootstrap-server broker:9092 "$@"
}

# Requests to the worker. rest METHOD PATH [JSON] prints the answer and fails on an error status.
rest() {
  local body=()
  [ $# -lt 3 ] || body=(-H 'Content-Type: application/json' --data "$3")
  curl -sS --fail-with-body --max-time 90 -X "$1" "${body[@]}" "$connect_url$2"
}
worker_answers() { curl -sf --max-time 5 "$connect_url/connectors"; }
wait_worker() { wait_for "${1:-90}" "Connect at $connect_url" worker_answers; }

# put_connector NAME JSON: creates or changes one; JSON is its flat configuration.
# The worker answers 409 while it rebalances, so this asks again for a while.
put_connector() {
  local answer until=$((SECONDS + 60))
  until answer=$(rest PUT "/connectors/$1/config" "$2"); do
    [[ $answer == *'"error_code":409'* ]] && [ "$SECONDS" -lt "$until" ] || { echo "$answer" >&2; return 1; }
    sleep 1
  done
}
delete_connector() { rest DELETE "/connectors/$1" > /dev/null; }
connector_runs() {
  local status
  status=$(rest GET "/connectors/$1/status") && [[ $status == *'"tasks":[{'* && $status != *FAILED* && $status != *UNASSIGNED* && $status != *PAUSED* ]]
}
wait_connector() { wait_for "${2:-60}" "connector $1" connector_runs "$1"; }

# A worker that dies without a word, and the same one again (its container, so its files and its name stay).
kill_worker() { docker kill -s KILL "$(container connect)" > /dev/null; }
start_worker() { docker start "$(container connect)" > /dev/null; wait_worker; }
