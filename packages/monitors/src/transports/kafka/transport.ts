/** Transport `kafka`: asks a cluster of Kafka by its own protocol, with requests that only read. */
import { kafkaRequestSchema } from '../../requests.ts'
import type { ParamValues } from '../../type.ts'
import type { ProbeResult, SectionAnswer, TargetConnection, Transport } from '../transport.ts'
import { type KafkaAddress, saslMechanisms } from './client.ts'
import { KafkaCluster } from './cluster.ts'
import { groupRecords, groupTopicRecords } from './groups.ts'
import {
  brokerRecords,
  clusterRecords,
  kafkaGrant,
  mayDescribe,
  storageRecords,
  topicRecords,
  versionOf,
} from './readings.ts'

export const kafkaTransport: Transport = {
  async open(params, signal) {
    const address = addressOf(params)
    return new KafkaConnection(await KafkaCluster.open(address, signal), address.user)
  },
}

const text = (params: ParamValues, name: string): string => String(params[name] ?? '')

const addressOf = (params: ParamValues): KafkaAddress => ({
  host: text(params, 'host'),
  port: Number(params['port']),
  mechanism: saslMechanisms.find(mechanism => mechanism === params['sasl']),
  user: text(params, 'user'),
  password: text(params, 'password'),
  isTls: params['tls'] === true,
  verifiesTls: params['verifyTls'] !== false,
})

class KafkaConnection implements TargetConnection {
  readonly #cluster: KafkaCluster
  readonly #user: string

  constructor(cluster: KafkaCluster, user: string) {
    this.#cluster = cluster
    this.#user = user === '' ? 'ANONYMOUS' : user
  }

  async ask(request: unknown, signal: AbortSignal): Promise<SectionAnswer> {
    const { what } = kafkaRequestSchema.parse(request)
    switch (what) {
      case 'cluster':
        return clusterRecords(this.#cluster, this.#user, signal)
      case 'brokers':
        return brokerRecords(this.#cluster, signal)
      case 'storage':
        return storageRecords(this.#cluster, this.#user, signal)
      case 'topics':
        return topicRecords(this.#cluster, signal)
      case 'groups':
        return groupRecords(this.#cluster, signal)
      case 'groupTopics':
        return groupTopicRecords(this.#cluster, signal)
    }
  }

  async probe(signal: AbortSignal): Promise<ProbeResult> {
    const known = await this.#cluster.metadata(signal)
    return {
      product: 'kafka',
      version: await versionOf(this.#cluster, signal),
      missingRights: mayDescribe(known) ? [] : [{ right: 'Describe Cluster', grant: kafkaGrant(this.#user) }],
    }
  }

  close(): void {
    this.#cluster.close()
  }
}
