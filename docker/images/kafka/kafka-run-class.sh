#!/bin/bash
# Every script of /opt/kafka/bin: runs the Java class behind the name it is called by, with the variables that Kafka's
# own scripts honour. Called by its own name it takes the class from the arguments.
set -euo pipefail
name=$(basename "$0" .sh)
log4j=/opt/kafka/config/tools-log4j2.yaml
heap=-Xmx256m
archive=${WHERRY_JSA-}

case $name in
  kafka-run-class)            main=() ;;
  kafka-server-start)         main=(kafka.Kafka); heap=-Xmx512m; log4j=/opt/kafka/config/log4j2.yaml; archive=broker ;;
  connect-distributed)        main=(org.apache.kafka.connect.cli.ConnectDistributed); heap=-Xmx512m; log4j=/opt/kafka/config/connect-log4j2.yaml; archive=connect ;;
  connect-standalone)         main=(org.apache.kafka.connect.cli.ConnectStandalone); heap=-Xmx512m; log4j=/opt/kafka/config/connect-log4j2.yaml; archive=connect ;;
  kafka-topics)               main=(org.apache.kafka.tools.TopicCommand) ;;
  kafka-configs)              main=(kafka.admin.ConfigCommand) ;;
  kafka-consumer-groups)      main=(org.apache.kafka.tools.consumer.group.ConsumerGroupCommand) ;;
  kafka-console-consumer)     main=(org.apache.kafka.tools.consumer.ConsoleConsumer) ;;
  kafka-console-producer)     main=(org.apache.kafka.tools.ConsoleProducer) ;;
  kafka-get-offsets)          main=(org.apache.kafka.tools.GetOffsetShell) ;;
  kafka-delete-records)       main=(org.apache.kafka.tools.DeleteRecordsCommand) ;;
  kafka-dump-log)             main=(org.apache.kafka.tools.DumpLogSegments) ;;
  kafka-transactions)         main=(org.apache.kafka.tools.TransactionsCommand) ;;
  kafka-storage)              main=(kafka.tools.StorageTool) ;;
  kafka-broker-api-versions)  main=(org.apache.kafka.tools.BrokerApiVersionsCommand) ;;
  *) echo "$0: no such tool in this image" >&2; exit 1 ;;
esac

# A class archive made with the image; where it does not fit, Java starts without it.
shared=(-Xshare:auto -Xlog:cds=off -Xlog:cds+dynamic=off)
[ ! -e "/opt/kafka/$archive.jsa" ] || shared+=("-XX:SharedArchiveFile=/opt/kafka/$archive.jsa")
[ -z "${WHERRY_JSA_WRITE-}" ] || shared+=("-XX:ArchiveClassesAtExit=/opt/kafka/$archive.jsa")

# Named one by one: the archive fits only the same jars in the same order.
printf -v jars '%s:' /opt/kafka/libs/*.jar
export CLASSPATH=$jars${CLASSPATH-}

# Unquoted on purpose: these hold several options each.
exec java ${KAFKA_HEAP_OPTS:-$heap} ${KAFKA_JVM_PERFORMANCE_OPTS--XX:+UseG1GC -XX:MaxGCPauseMillis=20 -XX:+ExplicitGCInvokesConcurrent} \
  "${shared[@]}" -Djava.awt.headless=true ${KAFKA_LOG4J_OPTS:--Dlog4j2.configurationFile=$log4j} ${KAFKA_JMX_OPTS-} ${KAFKA_OPTS-} \
  "${main[@]}" "$@"
