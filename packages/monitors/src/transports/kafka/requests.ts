/**
 * The requests of Kafka that a monitor sends, all of which only read, and their answers. Versions are those that
 * brokers from 1.0 to 4.x know; newer ones are used where they tell more. Pure.
 * @see https://kafka.apache.org/protocol
 */
import { KafkaReader, KafkaWriter } from './wire.ts'

/** A request in one version; `isFlexible`: its head and the head of its answer end with tagged fields. */
export interface KafkaRequest<Answer> {
  readonly apiKey: number
  readonly version: number
  readonly isFlexible: boolean
  readonly body: Buffer
  /** @throws RangeError when the answer is none of this request */
  readonly read: (reader: KafkaReader) => Answer
}

export const apiKeys = {
  listOffsets: 2,
  metadata: 3,
  offsetFetch: 9,
  describeGroups: 15,
  listGroups: 16,
  saslHandshake: 17,
  apiVersions: 18,
  describeLogDirs: 35,
  saslAuthenticate: 36,
  describeQuorum: 55,
  consumerGroupDescribe: 69,
} as const

interface Form {
  readonly apiKey: number
  readonly version: number
  readonly isFlexible?: boolean
}

const request = <Answer>(
  { apiKey, version, isFlexible = false }: Form,
  body: KafkaWriter,
  read: (reader: KafkaReader) => Answer,
): KafkaRequest<Answer> => ({ apiKey, version, isFlexible, body: body.toBuffer(), read })

/** Highest version of each API that the broker knows, by its key. */
export const apiVersions = (): KafkaRequest<{ error: number; highest: ReadonlyMap<number, number> }> =>
  request({ apiKey: apiKeys.apiVersions, version: 0 }, new KafkaWriter(), reader => {
    const error = reader.int16()
    const rows = reader.array(() => {
      const key = reader.int16()
      reader.int16()
      return [key, reader.int16()] as const
    })
    return { error, highest: new Map(rows) }
  })

const finalizedFeaturesTag = 2

/** Levels of the features that the cluster has agreed on, by name. From version 2.4. */
export function finalizedFeatures(): KafkaRequest<ReadonlyMap<string, number>> {
  const body = new KafkaWriter().compactString('pone-monitor').compactString('1').noTags()
  const form = { apiKey: apiKeys.apiVersions, version: 3, isFlexible: true }
  // The head of this answer alone has no tags, so that brokers without this version can be understood.
  return {
    ...request(form, body, reader => {
      reader.int16()
      reader.compactArray(() => {
        for (let index = 0; index < 3; index++) reader.int16()
        reader.tags()
      })
      reader.int32()
      const levels = new Map<string, number>()
      reader.tags((tag, field) => {
        if (tag !== finalizedFeaturesTag) return
        field.compactArray(() => {
          levels.set(field.compactString(), field.int16())
          field.int16()
          field.tags()
        })
      })
      return levels
    }),
  }
}

export interface KafkaNode {
  readonly id: number
  readonly host: string
  readonly port: number
}

export interface KafkaPartition {
  readonly index: number
  /** -1 for none: nobody can read or write the partition. */
  readonly leader: number
  readonly replicas: readonly number[]
  readonly inSync: readonly number[]
}

export interface KafkaTopic {
  readonly error: number
  readonly name: string
  readonly isInternal: boolean
  readonly partitions: readonly KafkaPartition[]
}

export interface KafkaMetadata {
  readonly nodes: readonly KafkaNode[]
  readonly clusterId: string
  /** With ZooKeeper the controller, with KRaft any broker. */
  readonly controllerId: number
  readonly topics: readonly KafkaTopic[]
  /** Bits of the operations on the cluster that the account may do; undefined where the broker does not tell. */
  readonly clusterOperations: number | undefined
}

/** Brokers and all topics that the account may describe; none is created by asking. */
export function metadata(highest: number): KafkaRequest<KafkaMetadata> {
  const version = highest >= 8 ? 8 : 5
  const body = new KafkaWriter().int32(-1).int8(0)
  if (version === 8) body.int8(1).int8(0)
  return request({ apiKey: apiKeys.metadata, version }, body, reader => {
    reader.int32()
    const nodes = reader.array(() => {
      const node = { id: reader.int32(), host: reader.string(), port: reader.int32() }
      reader.string()
      return node
    })
    const clusterId = reader.string()
    const controllerId = reader.int32()
    const topics = reader.array(() => {
      const topic = { error: reader.int16(), name: reader.string(), isInternal: reader.int8() !== 0 }
      const partitions = reader.array(() => partitionOf(reader, version))
      if (version === 8) reader.int32()
      return { ...topic, partitions }
    })
    return {
      nodes,
      clusterId,
      controllerId,
      topics,
      clusterOperations: version === 8 ? reader.int32() : undefined,
    }
  })
}

function partitionOf(reader: KafkaReader, version: number): KafkaPartition {
  reader.int16()
  const index = reader.int32()
  const leader = reader.int32()
  if (version === 8) reader.int32()
  const replicas = reader.array(() => reader.int32())
  const inSync = reader.array(() => reader.int32())
  reader.array(() => reader.int32())
  return { index, leader, replicas, inSync }
}

export interface KafkaOffset {
  readonly topic: string
  readonly partition: number
  readonly error: number
  readonly offset: bigint
}

/** The first offset that is kept, or the one after the last message. */
export const offsetInstants = { earliest: -2n, latest: -1n } as const

/** Offsets of partitions that the asked broker leads. */
export function listOffsets(
  partitions: ReadonlyMap<string, readonly number[]>,
  instant: keyof typeof offsetInstants,
): KafkaRequest<KafkaOffset[]> {
  const body = new KafkaWriter().int32(-1).array([...partitions], ([topic, indexes], writer) => {
    writer.string(topic).array(indexes, index => writer.int32(index).int64(offsetInstants[instant]))
  })
  return request({ apiKey: apiKeys.listOffsets, version: 1 }, body, reader =>
    reader
      .array(() => {
        const topic = reader.string()
        return reader.array(() => {
          const partition = reader.int32()
          const error = reader.int16()
          reader.int64()
          return { topic, partition, error, offset: reader.int64() }
        })
      })
      .flat(),
  )
}

export interface KafkaGroup {
  readonly id: string
  /** '' where the broker does not tell. */
  readonly state: string
  /** `classic`, `consumer`, …; '' where the broker does not tell. */
  readonly type: string
}

/** Groups that the asked broker coordinates. */
export function listGroups(highest: number): KafkaRequest<{ error: number; groups: KafkaGroup[] }> {
  const { apiKey } = { apiKey: apiKeys.listGroups }
  if (highest < 4)
    return request({ apiKey, version: 0 }, new KafkaWriter(), reader => ({
      error: reader.int16(),
      groups: reader.array(() => {
        const id = reader.string()
        reader.string()
        return { id, state: '', type: '' }
      }),
    }))
  const version = highest >= 5 ? 5 : 4
  const body = new KafkaWriter().varint(1)
  if (version === 5) body.varint(1)
  return request({ apiKey, version, isFlexible: true }, body.noTags(), reader => {
    reader.int32()
    const error = reader.int16()
    const groups = reader.compactArray(() => {
      const id = reader.compactString()
      reader.compactString()
      const state = reader.compactString()
      const type = version === 5 ? reader.compactString() : ''
      reader.tags()
      return { id, state, type }
    })
    return { error, groups }
  })
}

export interface KafkaGroupState {
  readonly error: number
  readonly id: string
  readonly state: string
  readonly members: number
}

/** State and members of groups of the classic type. */
export const describeGroups = (ids: readonly string[]): KafkaRequest<KafkaGroupState[]> =>
  request(
    { apiKey: apiKeys.describeGroups, version: 0 },
    new KafkaWriter().array(ids, (id, writer) => void writer.string(id)),
    reader =>
      reader.array(() => {
        const [error, id, state] = [reader.int16(), reader.string(), reader.string()]
        for (let index = 0; index < 2; index++) reader.string()
        const { length: members } = reader.array(() => {
          for (let index = 0; index < 3; index++) reader.string()
          for (let index = 0; index < 2; index++) reader.bytes()
        })
        return { error, id, state, members }
      }),
  )

/** State and members of one group of the type `consumer`. From version 4.0. */
export const describeConsumerGroup = (groupId: string): KafkaRequest<KafkaGroupState> =>
  request(
    { apiKey: apiKeys.consumerGroupDescribe, version: 0, isFlexible: true },
    new KafkaWriter()
      .compactArray([groupId], (id, writer) => void writer.compactString(id))
      .int8(0)
      .noTags(),
    reader => {
      reader.int32()
      if (reader.varint() < 2) throw new RangeError('no group')
      const error = reader.int16()
      reader.compactString()
      const [id, state] = [reader.compactString(), reader.compactString()]
      for (let index = 0; index < 2; index++) reader.int32()
      reader.compactString()
      // The members themselves, and what follows, are not read.
      return { error, id, state, members: Math.max(0, reader.varint() - 1) }
    },
  )

/** Offsets that a group has committed; -1 for none. */
export const committedOffsets = (groupId: string): KafkaRequest<{ error: number; offsets: KafkaOffset[] }> =>
  request(
    { apiKey: apiKeys.offsetFetch, version: 2 },
    new KafkaWriter().string(groupId).int32(-1),
    reader => {
      const offsets = reader
        .array(() => {
          const topic = reader.string()
          return reader.array(() => {
            const [partition, offset] = [reader.int32(), reader.int64()]
            reader.string()
            return { topic, partition, offset, error: reader.int16() }
          })
        })
        .flat()
      return { error: reader.int16(), offsets }
    },
  )

/** Who leads the controllers; -1 for nobody. From version 3.3 with KRaft. */
export const quorumLeader = (): KafkaRequest<{ error: number; leader: number }> =>
  request(
    { apiKey: apiKeys.describeQuorum, version: 0, isFlexible: true },
    new KafkaWriter()
      .compactArray(['__cluster_metadata'], (topic, writer) => {
        writer
          .compactString(topic)
          .compactArray([0], index => writer.int32(index).noTags())
          .noTags()
      })
      .noTags(),
    reader => {
      const error = reader.int16()
      if (error !== 0 || reader.varint() < 2) return { error, leader: -1 }
      reader.compactString()
      if (reader.varint() < 2) return { error, leader: -1 }
      reader.int32()
      return { error: reader.int16(), leader: reader.int32() }
    },
  )

export interface KafkaLogFolder {
  readonly error: number
  readonly path: string
  /** Bytes of all partitions in the folder. */
  readonly bytes: number
  /** Of the volume; undefined where the broker does not tell. */
  readonly totalBytes: number | undefined
  readonly usableBytes: number | undefined
}

/** Folders in which the asked broker keeps its partitions. From version 2.0; volumes from 3.3. */
export function logFolders(highest: number): KafkaRequest<{ error: number; folders: KafkaLogFolder[] }> {
  const apiKey = apiKeys.describeLogDirs
  if (highest < 4)
    return request({ apiKey, version: 1 }, new KafkaWriter().int32(-1), reader => {
      reader.int32()
      const folders = reader.array(() => {
        const [error, path] = [reader.int16(), reader.string()]
        const bytes = reader.array(() => {
          reader.string()
          return sumOf(reader.array(() => logBytes(reader)))
        })
        return { error, path, bytes: sumOf(bytes), totalBytes: undefined, usableBytes: undefined }
      })
      return { error: 0, folders }
    })
  return request({ apiKey, version: 4, isFlexible: true }, new KafkaWriter().varint(0).noTags(), reader => {
    reader.int32()
    const error = reader.int16()
    const folders = reader.compactArray(() => {
      const own = { error: reader.int16(), path: reader.compactString() }
      const bytes = reader.compactArray(() => {
        reader.compactString()
        const topic = reader.compactArray(() => {
          const partition = logBytes(reader)
          reader.tags()
          return partition
        })
        reader.tags()
        return sumOf(topic)
      })
      const volume = { totalBytes: Number(reader.int64()), usableBytes: Number(reader.int64()) }
      reader.tags()
      return { ...own, bytes: sumOf(bytes), ...volume }
    })
    return { error, folders }
  })
}

function logBytes(reader: KafkaReader): number {
  reader.int32()
  const bytes = Number(reader.int64())
  reader.int64()
  reader.int8()
  return bytes
}

const sumOf = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0)

/** Mechanisms that the broker offers; error 33 when it lacks the asked one. */
export const saslHandshake = (mechanism: string): KafkaRequest<{ error: number; mechanisms: string[] }> =>
  request({ apiKey: apiKeys.saslHandshake, version: 1 }, new KafkaWriter().string(mechanism), reader => ({
    error: reader.int16(),
    mechanisms: reader.array(() => reader.string()),
  }))

/** A step of the mechanism. */
export const saslAuthenticate = (
  bytes: Buffer,
): KafkaRequest<{ error: number; message: string; bytes: Buffer }> =>
  request({ apiKey: apiKeys.saslAuthenticate, version: 0 }, new KafkaWriter().bytes(bytes), reader => ({
    error: reader.int16(),
    message: reader.string(),
    bytes: reader.bytes(),
  }))
