/** Consumer groups: their states, members, and how far they are behind the ends of their partitions. */
import type { TargetRecord } from '../../reading/records.ts'
import { TargetFault } from '../../target-fault.ts'
import type { SectionAnswer } from '../transport.ts'
import type { KafkaClient } from './client.ts'
import { type KafkaCluster, partitionKey } from './cluster.ts'
import {
  committedOffsets,
  describeConsumerGroup,
  describeGroups,
  type KafkaGroup,
  type KafkaGroupState,
  type KafkaOffset,
  listGroups,
} from './requests.ts'

interface ReadGroup {
  readonly group: KafkaGroup
  readonly described: KafkaGroupState | undefined
  /** Undefined where the account may not read them. */
  readonly committed: readonly KafkaOffset[] | undefined
}

interface Lag {
  readonly topic: string
  readonly lag: number
}

/** Groups of these types commit offsets. */
const committing = new Set(['', 'classic', 'consumer'])

/** A record per group. @throws TargetFault */
export async function groupRecords(cluster: KafkaCluster, signal: AbortSignal): Promise<SectionAnswer> {
  return readGroups(cluster, signal, ({ group, described }, lags) => {
    const known = lags?.flatMap(({ lag }) => (lag === undefined ? [] : [lag]))
    const isWhole = lags !== undefined && known?.length === lags.length
    return [
      {
        group: group.id,
        type: group.type,
        state: described?.state || group.state,
        ...(described ? { members: String(described.members) } : {}),
        ...(lags
          ? { topics: String(new Set(lags.map(({ topic }) => topic)).size), partitions: String(lags.length) }
          : {}),
        // A sum over a part of the partitions would be too small.
        ...(isWhole && known
          ? { lag: String(known.reduce((sum, lag) => sum + lag, 0)), maxLag: String(Math.max(0, ...known)) }
          : {}),
      },
    ]
  })
}

/** A record per group and topic. @throws TargetFault */
export async function groupTopicRecords(cluster: KafkaCluster, signal: AbortSignal): Promise<SectionAnswer> {
  return readGroups(cluster, signal, ({ group }, lags = []) => {
    const byTopic = new Map<string, (number | undefined)[]>()
    for (const { topic, lag } of lags) byTopic.set(topic, [...(byTopic.get(topic) ?? []), lag])
    return [...byTopic].map(([topic, own]): TargetRecord => {
      const known = own.filter(lag => lag !== undefined)
      return {
        group: group.id,
        topic,
        partitions: String(own.length),
        ...(known.length === own.length ? { lag: String(known.reduce((sum, lag) => sum + lag, 0)) } : {}),
      }
    })
  })
}

type LagOrUnknown = Omit<Lag, 'lag'> & { readonly lag: number | undefined }

async function readGroups(
  cluster: KafkaCluster,
  signal: AbortSignal,
  recordsOf: (group: ReadGroup, lags: readonly LagOrUnknown[] | undefined) => readonly TargetRecord[],
): Promise<SectionAnswer> {
  const { nodes, topics } = await cluster.metadata(signal)
  const read = await cluster.ofNodes(nodes, groupsOf, signal)
  const groups = read.answers.flatMap(([, own]) => own)
  const existing = new Set(topics.flatMap(({ name, partitions }) => partitions.map(at(name))))
  const wanted = new Set(groups.flatMap(({ committed }) => committed ?? []).map(partitionKey))
  const used = topics
    .map(topic => ({
      ...topic,
      partitions: topic.partitions.filter(partition => wanted.has(at(topic.name)(partition))),
    }))
    .filter(({ partitions }) => partitions.length > 0)
  // Asked after the groups, so that an end is never before what a group has read.
  const ends = await cluster.offsets(used, 'latest', signal)
  const records = groups.flatMap(one =>
    recordsOf(
      one,
      one.committed
        // Offsets of a topic that was deleted are kept for a time.
        ?.filter(
          ({ error, offset, ...partition }) =>
            error === 0 && offset >= 0 && existing.has(partitionKey(partition)),
        )
        .map(own => ({ topic: own.topic, lag: lagOf(own.offset, ends.offsets.get(partitionKey(own))) })),
    ),
  )
  const fault = read.fault ?? ends.fault
  return fault ? { records, fault } : { records }
}

const at = (topic: string) => (partition: { readonly index: number }) =>
  partitionKey({ topic, partition: partition.index })

const lagOf = (committed: bigint, end: bigint | undefined): number | undefined =>
  end === undefined ? undefined : Math.max(0, Number(end - committed))

/** Groups that a broker coordinates. */
async function groupsOf(client: KafkaClient, signal: AbortSignal): Promise<ReadGroup[]> {
  const listed = await client.send(listGroups(client.highest('listGroups')), signal)
  if (listed.error !== 0) throw new TargetFault('malformed', `ListGroups: error ${listed.error}`)
  const groups = listed.groups.filter(({ type }) => committing.has(type.toLowerCase()))
  const described = await describe(client, groups, signal)
  return Promise.all(
    groups.map(async group => {
      const { error, offsets } = await client.send(committedOffsets(group.id), signal)
      return { group, described: described.get(group.id), committed: error === 0 ? offsets : undefined }
    }),
  )
}

async function describe(
  client: KafkaClient,
  groups: readonly KafkaGroup[],
  signal: AbortSignal,
): Promise<ReadonlyMap<string, KafkaGroupState>> {
  const isNew = ({ type }: KafkaGroup) => type.toLowerCase() === 'consumer'
  const [classic, ...others] = await Promise.all([
    client.send(describeGroups(groups.filter(group => !isNew(group)).map(({ id }) => id)), signal),
    ...groups.filter(isNew).map(({ id }) => client.send(describeConsumerGroup(id), signal)),
  ])
  return new Map(
    [...classic, ...others].filter(({ error }) => error === 0).map(state => [state.id, state] as const),
  )
}
