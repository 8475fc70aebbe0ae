/** All monitor types that come with the product, a line each. Browser-safe: only data. */
import { type MonitorType, type MonitorTypeInput, monitorTypeSchema } from './type.ts'
import { activemq } from './types/activemq.ts'
import { aix } from './types/aix.ts'
import { demoShop } from './types/demo-shop.ts'
import { docker } from './types/docker.ts'
import { elasticsearch } from './types/elasticsearch.ts'
import { host } from './types/host.ts'
import { httpAvailability } from './types/http-availability.ts'
import { icmpAvailability } from './types/icmp-availability.ts'
import { jvm } from './types/jvm.ts'
import { kafka } from './types/kafka.ts'
import { kubernetes } from './types/kubernetes.ts'
import { mongodb } from './types/mongodb.ts'
import { mysql } from './types/mysql.ts'
import { nginx } from './types/nginx.ts'
import { oracle } from './types/oracle.ts'
import { postgresql } from './types/postgresql.ts'
import { prometheus } from './types/prometheus.ts'
import { pulsar } from './types/pulsar.ts'
import { rabbitmq } from './types/rabbitmq.ts'
import { redis } from './types/redis.ts'
import { rocketmq } from './types/rocketmq.ts'
import { sqlserver } from './types/sqlserver.ts'
import { sshHost } from './types/ssh-host.ts'
import { tcpAvailability } from './types/tcp-availability.ts'
import { tomcat } from './types/tomcat.ts'
import { windows } from './types/windows.ts'

const inputs: readonly MonitorTypeInput[] = [
  host,
  sshHost,
  aix,
  windows,
  docker,
  kubernetes,
  redis,
  mysql,
  postgresql,
  mongodb,
  oracle,
  sqlserver,
  elasticsearch,
  jvm,
  nginx,
  rabbitmq,
  kafka,
  activemq,
  rocketmq,
  pulsar,
  tomcat,
  prometheus,
  demoShop,
  httpAvailability,
  tcpAvailability,
  icmpAvailability,
]

export const monitorTypes: readonly MonitorType[] = inputs.map(type => monitorTypeSchema.parse(type))

/** The type of a name; undefined for none that comes with the product. */
export const monitorTypeOf = (name: string): MonitorType | undefined =>
  monitorTypes.find(type => type.name === name)
