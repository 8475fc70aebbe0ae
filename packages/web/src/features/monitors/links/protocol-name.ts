/** Names of protocols, which are the same in every language. */
import type { LinkProtocol } from '@pone/contract/entities/monitor-link.ts'
import type { Translate } from '../../../lib/i18n.ts'

const names: Readonly<Record<Exclude<LinkProtocol, 'other'>, string>> = {
  http: 'HTTP',
  grpc: 'gRPC',
  webSocket: 'WebSocket',
  tcp: 'TCP',
  udp: 'UDP',
  sql: 'SQL',
  redis: 'Redis',
  mongodb: 'MongoDB',
  dubbo: 'Dubbo',
  kafka: 'Kafka',
  rabbitmq: 'RabbitMQ',
  rocketmq: 'RocketMQ',
  activemq: 'ActiveMQ',
  pulsar: 'Pulsar',
  mqtt: 'MQTT',
}

export const protocolName = (protocol: LinkProtocol, t: Translate): string =>
  protocol === 'other' ? t('monitorLink.protocol.other') : names[protocol]
