/** What a monitor reads of a cluster beside its consumer groups, as records. */
import type { TargetRecord } from '../../reading/records.ts'
import { TargetFault } from '../../target-fault.ts'
import type { SectionAnswer } from '../transport.ts'
import { type KafkaCluster, partitionKey } from './cluster.ts'
import {
  finalizedFeatures,
  type KafkaMetadata,
  type KafkaPartition,
  type KafkaTopic,
  logFolders,
  quorumLeader,
} from './requests.ts'

/** Errors that say that the account may not ask. */
const clusterForbidden = 31
const describesCluster = 8

/** What lets an account describe everything, and do no more. */
export const kafkaGrant = (user: string): string =>
  ['--cluster kafka-cluster', "--topic '*'", "--group '*'"]
    .map(
      resource =>
        `kafka-acls.sh --bootstrap-server HOST:9092 --add --allow-principal User:${user} --operation Describe ${resource}`,
    )
    .join('\n')

/** Whether the account may describe the cluster; also where the broker does not tell. */
export const mayDescribe = ({ clusterOperations }: KafkaMetadata): boolean =>
  clusterOperations === undefined ||
  clusterOperations < 0 ||
  (clusterOperations & (1 << describesCluster)) !== 0

const isBehind = ({ replicas, inSync }: KafkaPartition) => inSync.length < replicas.length
const isOffline = ({ leader }: KafkaPartition) => leader < 0
const count = (number: number): string => String(number)

/** One record of the whole cluster. @throws TargetFault */
export async function clusterRecords(
  cluster: KafkaCluster,
  user: string,
  signal: AbortSignal,
): Promise<SectionAnswer> {
  const known = await cluster.metadata(signal)
  const partitions = known.topics.flatMap(topic => topic.partitions)
  const controller = await controllerOf(cluster, known, signal)
  const record: TargetRecord = {
    version: await versionOf(cluster, signal),
    clusterId: known.clusterId,
    brokers: count(known.nodes.length),
    topics: count(known.topics.length),
    partitions: count(partitions.length),
    replicas: count(partitions.reduce((sum, { replicas }) => sum + replicas.length, 0)),
    underReplicated: count(partitions.filter(isBehind).length),
    offline: count(partitions.filter(isOffline).length),
    ...(controller === undefined
      ? {}
      : {
          controller: controller < 0 ? '' : count(controller),
          hasController: count(Number(controller >= 0)),
        }),
  }
  if (mayDescribe(known)) return { records: [record] }
  const params = { right: 'Describe Cluster', grant: kafkaGrant(user) }
  return { records: [record], fault: new TargetFault('missingRight', '', params) }
}

/** The leader of the controllers, -1 for none; undefined where the account may not know. */
async function controllerOf(
  { first }: KafkaCluster,
  { controllerId }: KafkaMetadata,
  signal: AbortSignal,
): Promise<number | undefined> {
  if (first.highest('describeQuorum') < 0) return controllerId
  const { error, leader } = await first.send(quorumLeader(), signal)
  return error === clusterForbidden ? undefined : leader
}

/** Versions of Kafka by the level of the feature `metadata.version`. */
const releases: readonly (readonly [level: number, release: string])[] = [
  [1, '3.0'],
  [2, '3.1'],
  [3, '3.2'],
  [4, '3.3'],
  [8, '3.4'],
  [9, '3.5'],
  [12, '3.6'],
  [15, '3.7'],
  [20, '3.8'],
  [21, '3.9'],
  [22, '4.0'],
  [26, '4.1'],
  [28, '4.2'],
  [30, '4.3'],
  [31, '4.4'],
]

/** The release whose features the cluster has agreed on, which brokers may be ahead of; '' where none was. */
export async function versionOf({ first }: KafkaCluster, signal: AbortSignal): Promise<string> {
  if (first.highest('apiVersions') < 3) return ''
  const level = (await first.send(finalizedFeatures(), signal)).get('metadata.version')
  if (level === undefined) return ''
  const last = releases.at(-1)
  if (last && level > last[0]) return `metadata.version ${level}`
  return releases.findLast(([from]) => from <= level)?.[1] ?? ''
}

/** A record per broker. @throws TargetFault */
export async function brokerRecords(cluster: KafkaCluster, signal: AbortSignal): Promise<SectionAnswer> {
  const known = await cluster.metadata(signal)
  const partitions = known.topics.flatMap(topic => topic.partitions)
  const records = known.nodes.map(({ id, host, port }) => {
    const own = partitions.filter(({ replicas }) => replicas.includes(id))
    return {
      broker: count(id),
      address: `${host}:${port}`,
      leaders: count(partitions.filter(({ leader }) => leader === id).length),
      replicas: count(own.length),
      outOfSync: count(own.filter(({ inSync }) => !inSync.includes(id)).length),
    }
  })
  return { records }
}

/** A record per folder of a broker. @throws TargetFault */
export async function storageRecords(
  cluster: KafkaCluster,
  user: string,
  signal: AbortSignal,
): Promise<SectionAnswer> {
  const { nodes } = await cluster.metadata(signal)
  const { answers, fault } = await cluster.ofNodes(
    nodes,
    (client, inner) => client.send(logFolders(client.highest('describeLogDirs')), inner),
    signal,
  )
  if (answers.some(([, { error }]) => error === clusterForbidden))
    throw new TargetFault('missingRight', '', { right: 'Describe Cluster', grant: kafkaGrant(user) })
  const records = answers.flatMap(([node, { folders }]) =>
    folders
      .filter(({ error }) => error === 0)
      .map(
        ({ path, bytes, totalBytes = -1, usableBytes = -1 }): TargetRecord => ({
          broker: count(node.id),
          path,
          bytes: count(bytes),
          // -1 is what a broker says that does not know.
          ...(totalBytes < 0 || usableBytes < 0
            ? {}
            : { total: count(totalBytes), used: count(totalBytes - usableBytes) }),
        }),
      ),
  )
  return fault ? { records, fault } : { records }
}

/** A record per topic. @throws TargetFault */
export async function topicRecords(cluster: KafkaCluster, signal: AbortSignal): Promise<SectionAnswer> {
  const { topics } = await cluster.metadata(signal)
  const [ends, starts] = [
    await cluster.offsets(topics, 'latest', signal),
    await cluster.offsets(topics, 'earliest', signal),
  ]
  const records = topics
    // Those with messages of users come first, for a limited number keeps its place.
    .toSorted((a, b) => Number(a.isInternal) - Number(b.isInternal))
    .map(topic => topicRecord(topic, ends.offsets, starts.offsets))
  const fault = ends.fault ?? starts.fault
  return fault ? { records, fault } : { records }
}

function topicRecord(
  { name, partitions }: KafkaTopic,
  ends: ReadonlyMap<string, bigint>,
  starts: ReadonlyMap<string, bigint>,
): TargetRecord {
  const end = sumOver(name, partitions, ends)
  const start = sumOver(name, partitions, starts)
  return {
    topic: name,
    partitions: count(partitions.length),
    underReplicated: count(partitions.filter(isBehind).length),
    offline: count(partitions.filter(isOffline).length),
    ...(end === undefined ? {} : { endOffset: count(end) }),
    ...(end === undefined || start === undefined ? {} : { kept: count(Math.max(0, end - start)) }),
  }
}

/** Undefined where one of them is not known: a sum without it would be too small, and then seem to grow. */
function sumOver(
  topic: string,
  partitions: readonly KafkaPartition[],
  offsets: ReadonlyMap<string, bigint>,
): number | undefined {
  let sum = 0n
  for (const { index } of partitions) {
    const offset = offsets.get(partitionKey({ topic, partition: index }))
    if (offset === undefined) return undefined
    sum += offset
  }
  return Number(sum)
}
