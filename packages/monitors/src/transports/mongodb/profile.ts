/** Slow operations that the profilers of the databases keep: read, found again, and explained without being executed. */
import { createHash } from 'node:crypto'
import type { Document } from 'bson'
import { readMongoPlan } from '../../plans/mongodb-plan.ts'
import { type ExecutionPlan, NoPlan, type SampleStatement } from '../../plans/plan.ts'
import { isObject } from '../../reading/json.ts'
import { type Records, recordOf, type TargetRecord } from '../../reading/records.ts'
import type { MongoClient } from './client.ts'
import { batchOf, instantOf, numberOf, textOf } from './documents.ts'
import { type MongoAccount, readGrant } from './faults.ts'
import { databaseNames, maxTimeMS } from './readings.ts'
import { shapeText, statementOf } from './shape.ts'

/** Databases that are looked at; the profiler is switched on for few. */
const maxDatabases = 50
const dayMs = 86_400_000
/** Large parts of an entry that nobody shows. */
const hidden = { execStats: 0, locks: 0, flowControl: 0, storage: 0 }
const ownDatabases = new Set(['admin', 'config', 'local'])

export async function slowRecords(client: MongoClient, limit: number, signal: AbortSignal): Promise<Records> {
  const names = (await databaseNames(client, signal)).filter(name => !ownDatabases.has(name))
  const entries: { readonly at: number; readonly record: TargetRecord }[] = []
  for (const db of names.slice(0, maxDatabases)) {
    const profiler = await client.knownCommand(db, { profile: -1 }, signal)
    if (!(numberOf(profiler?.['was']) > 0)) continue
    const newest = await client.command(
      db,
      {
        find: 'system.profile',
        filter: { ts: { $gte: new Date(Date.now() - dayMs) }, ns: { $ne: `${db}.system.profile` } },
        projection: hidden,
        sort: { $natural: -1 },
        limit,
        singleBatch: true,
        maxTimeMS,
      },
      signal,
    )
    entries.push(
      ...batchOf(newest).map(entry => ({ at: instantOf(entry['ts']), record: recordOfEntry(db, entry) })),
    )
  }
  return entries
    .toSorted((one, other) => other.at - one.at)
    .slice(0, limit)
    .map(({ record }) => record)
}

const recordOfEntry = (db: string, entry: Document): TargetRecord =>
  recordOf({
    entry: identityOf(db, entry),
    at: textOf(entry['ts']),
    durationMs: numberOf(entry['millis']),
    op: textOf(entry['op']),
    ns: textOf(entry['ns']),
    db,
    statement: shapeText(statementOf(entry)),
    plan: textOf(entry['planSummary']),
    examinedKeys: numberOf(entry['keysExamined']),
    examinedDocuments: numberOf(entry['docsExamined']),
    returned: numberOf(entry['nreturned']),
    account: textOf(entry['user']),
    client: textOf(entry['client']),
    application: textOf(entry['appName']),
  })

/** Entries have no id: database and instant, and of those of one millisecond what else they say. */
function identityOf(db: string, entry: Document): string {
  const said = ['op', 'ns', 'millis', 'client', 'responseLength'].map(name => textOf(entry[name]))
  const hash = createHash('sha256')
    .update(JSON.stringify([said, shapeText(statementOf(entry))]))
    .digest('base64url')
  return `${hash.slice(0, 12)}@${instantOf(entry['ts'])}@${db}`
}

/** The command of an entry with its values; undefined where the profiler does not keep it any more. */
export async function slowSample(
  client: MongoClient,
  entry: string,
  toText: (command: Document) => string,
  signal: AbortSignal,
): Promise<SampleStatement | undefined> {
  const [, at = '', db = ''] = /^[\w-]{12}@(\d{1,15})@([^\0/\\ "$.]{1,64})$/.exec(entry) ?? []
  if (db === '') return undefined
  const asked = {
    find: 'system.profile',
    filter: { ts: new Date(Number(at)) },
    projection: hidden,
    limit: 50,
  }
  const found = batchOf(await client.command(db, { ...asked, singleBatch: true, maxTimeMS }, signal))
  const wanted = found.find(each => identityOf(db, each) === entry)
  if (wanted === undefined) return undefined
  return { text: toText(statementOf(wanted)), database: db, account: textOf(wanted['user']) }
}

/** Commands that only read, and are planned without being executed. */
const explainable = new Set(['find', 'aggregate', 'count', 'distinct'])
const writingStages = ['$out', '$merge']

/** @throws NoPlan, TargetFault */
export async function explainCommand(
  client: MongoClient,
  account: MongoAccount,
  { command, database }: { readonly command: Document; readonly database: string },
  signal: AbortSignal,
): Promise<ExecutionPlan> {
  const [name = ''] = Object.keys(command)
  const stages: unknown = command['pipeline']
  const writes =
    Array.isArray(stages) &&
    stages.some(stage => isObject(stage) && writingStages.some(writing => writing in stage))
  if (!explainable.has(name) || writes) throw new NoPlan('notReadOnly')
  // Without a cursor a server takes an aggregation for one of an old client.
  const whole = name === 'aggregate' ? { ...command, cursor: {} } : command
  const asked = { explain: whole, verbosity: 'queryPlanner', maxTimeMS }
  return readMongoPlan(await client.command(database, asked, signal, readGrant(account, database)))
}
