/** What is read of MongoDB, beside slow operations: the fixed commands of each section, and the records of their answers. */
import type { Document } from 'bson'
import { isObject, valueAtPath } from '../../reading/json.ts'
import { type Records, recordOf, type TargetRecord } from '../../reading/records.ts'
import type { MongodbRequest } from '../../requests.ts'
import { TargetFault } from '../../target-fault.ts'
import type { SectionAnswer } from '../transport.ts'
import type { MongoClient } from './client.ts'
import { batchOf, documentsOf, fieldsOf, instantOf, numberOf, textOf } from './documents.ts'
import { shapeText, statementOf } from './shape.ts'

type RequestOf<Command extends MongodbRequest['command']> = Extract<MongodbRequest, { command: Command }>

/** The server itself ends what takes longer. */
export const maxTimeMS = 8_000

export async function serverRecords(
  client: MongoClient,
  { fields }: RequestOf<'serverStatus'>,
  signal: AbortSignal,
): Promise<Records> {
  const status = await client.command('admin', { serverStatus: 1, maxTimeMS }, signal)
  // What answers in this protocol need not be a database.
  if (!isObject(status['connections'])) throw new TargetFault('wrongProduct', 'serverStatus')
  return [fieldsOf(status, fields)]
}

/** Names of databases, the largest first. */
export async function databaseNames(client: MongoClient, signal: AbortSignal): Promise<readonly string[]> {
  const list = await client.command('admin', { listDatabases: 1, maxTimeMS }, signal)
  return documentsOf(list['databases'])
    .map(each => ({ name: textOf(each['name']), bytes: numberOf(each['sizeOnDisk']) || 0 }))
    .filter(({ name }) => name !== '')
    .toSorted((one, other) => other.bytes - one.bytes)
    .map(({ name }) => name)
}

/** Of the largest databases; a fault says how many there are besides. */
export async function databaseRecords(
  client: MongoClient,
  { fields, limit }: RequestOf<'dbStats'>,
  signal: AbortSignal,
): Promise<SectionAnswer> {
  const names = await databaseNames(client, signal)
  const records: TargetRecord[] = []
  for (const db of names.slice(0, limit)) {
    const stats = await client.command(db, { dbStats: 1, maxTimeMS }, signal)
    const level = await client.knownCommand(db, { profile: -1 }, signal)
    records.push({ db, ...fieldsOf({ ...stats, profiler: level }, fields) })
  }
  return names.length > limit
    ? { records, fault: new TargetFault('tooLarge', `${names.length} databases`, { limit: String(limit) }) }
    : { records }
}

/** No records of a server that is no member of a replica set. */
export async function memberRecords(client: MongoClient, signal: AbortSignal): Promise<Records> {
  const status = await client.knownCommand('admin', { replSetGetStatus: 1, maxTimeMS }, signal)
  const members = documentsOf(status?.['members'])
  const primary = members.find(member => textOf(member['stateStr']) === 'PRIMARY')
  const newest = instantOf(primary?.['optimeDate'])
  return members.map(member =>
    recordOf({
      member: textOf(member['name']),
      state: textOf(member['stateStr']),
      health: numberOf(member['health']),
      // A member whose clock shows a write before the primary tells of it is not behind.
      lag: Math.max(0, (newest - instantOf(member['optimeDate'])) / 1_000),
      ping: numberOf(member['pingMs']),
      uptime: numberOf(member['uptime']),
      source: textOf(member['syncSourceHost']),
      message: textOf(member['lastHeartbeatMessage']),
    }),
  )
}

/** No records of a router, which keeps no collections. */
export async function collectionRecords(client: MongoClient, signal: AbortSignal): Promise<Records> {
  const top = await client.knownCommand('admin', { top: 1, maxTimeMS }, signal)
  const totals: unknown = top?.['totals']
  if (!isObject(totals)) return []
  return Object.entries(totals).flatMap(([collection, times]) =>
    isObject(times) ? [collectionRecord(collection, times)] : [],
  )
}

function collectionRecord(collection: string, times: Document): TargetRecord {
  const at = (path: string) => numberOf(valueAtPath(times, path))
  return recordOf({
    collection,
    timeUs: at('total.time'),
    readUs: at('readLock.time'),
    writeUs: at('writeLock.time'),
    queries: at('queries.count'),
    getMores: at('getmore.count'),
    inserts: at('insert.count'),
    updates: at('update.count'),
    removes: at('remove.count'),
  })
}

/** Operations of clients: not those of replication, of the server itself, or that only wait for news. */
const running = (minSeconds: number) => ({
  active: true,
  op: { $ne: 'none' },
  secs_running: { $gte: minSeconds },
  ns: { $nin: ['local.oplog.rs', 'admin.$cmd.aggregate'] },
  'command.hello': { $exists: false },
  'command.isMaster': { $exists: false },
  'command.ismaster': { $exists: false },
})

export async function operationRecords(
  client: MongoClient,
  { answer, minSeconds, limit }: RequestOf<'currentOp'>,
  signal: AbortSignal,
): Promise<Records> {
  const found = [{ $currentOp: { allUsers: true } }, { $match: running(minSeconds) }]
  const counted = { _id: null, count: { $sum: 1 }, longest: { $max: '$secs_running' } }
  const rest =
    answer === 'count' ? [{ $group: counted }] : [{ $sort: { secs_running: -1 } }, { $limit: limit }]
  const asked = { aggregate: 1, pipeline: [...found, ...rest], cursor: { batchSize: limit }, maxTimeMS }
  const told = await client.knownCommand('admin', asked, signal)
  if (told === undefined) return []
  const batch = batchOf(told)
  if (answer === 'rows') return batch.map(operationRecord)
  const [{ count = 0, longest = 0 } = {}] = batch
  return [recordOf({ count: numberOf(count), longest: numberOf(longest) })]
}

function operationRecord(operation: Document, index: number): TargetRecord {
  const users = documentsOf(operation['effectiveUsers']).map(({ user }) => textOf(user))
  return recordOf({
    place: index + 1,
    id: textOf(operation['opid']),
    seconds: numberOf(operation['secs_running']),
    op: textOf(operation['op']),
    ns: textOf(operation['ns']),
    statement: shapeText(statementOf(operation)),
    plan: textOf(operation['planSummary']),
    isWaiting: textOf(operation['waitingForLock']),
    client: textOf(operation['client']) || textOf(operation['client_s']),
    application: textOf(operation['appName']),
    account: users.filter(name => name !== '').join(', '),
  })
}
