/** Transport `mongodb`: asks MongoDB, and what speaks its protocol, with a fixed list of commands that only read. */
import type { Document } from 'bson'
import { type ExecutionPlan, NoPlan, type SampleStatement } from '../../plans/plan.ts'
import { isObject } from '../../reading/json.ts'
import { mongodbRequestSchema } from '../../requests.ts'
import { TargetFault } from '../../target-fault.ts'
import type { ParamValues } from '../../type.ts'
import type { MissingRight, ProbeResult, SectionAnswer, TargetConnection, Transport } from '../transport.ts'
import { type MongoAddress, MongoClient } from './client.ts'
import { textOf } from './documents.ts'
import { explainCommand, slowRecords, slowSample } from './profile.ts'
import {
  collectionRecords,
  databaseRecords,
  memberRecords,
  operationRecords,
  serverRecords,
} from './readings.ts'

export const mongodbTransport: Transport = {
  async open(params, signal) {
    const address = addressOf(params)
    return new MongoConnection(await MongoClient.open(address, signal), address)
  },
}

const text = (params: ParamValues, name: string): string => String(params[name] ?? '')

const addressOf = (params: ParamValues): MongoAddress => ({
  host: text(params, 'host'),
  port: Number(params['port']),
  user: text(params, 'user'),
  password: text(params, 'password'),
  authSource: text(params, 'authSource') || 'admin',
  isTls: params['tls'] === true,
  verifiesTls: params['verifyTls'] !== false,
})

/** Commands that a monitor sends, each as the test of a connection tries it. */
const tried: readonly Document[] = [
  { serverStatus: 1 },
  { listDatabases: 1, nameOnly: true },
  { replSetGetStatus: 1 },
  { top: 1 },
  { aggregate: 1, pipeline: [{ $currentOp: { allUsers: true } }, { $limit: 1 }], cursor: {} },
]

class MongoConnection implements TargetConnection {
  readonly #client: MongoClient
  readonly #address: MongoAddress

  constructor(client: MongoClient, address: MongoAddress) {
    this.#client = client
    this.#address = address
  }

  async ask(asked: unknown, signal: AbortSignal): Promise<SectionAnswer> {
    const request = mongodbRequestSchema.parse(asked)
    switch (request.command) {
      case 'serverStatus':
        return { records: await serverRecords(this.#client, request, signal) }
      case 'dbStats':
        return await databaseRecords(this.#client, request, signal)
      case 'replSetGetStatus':
        return { records: await memberRecords(this.#client, signal) }
      case 'top':
        return { records: await collectionRecords(this.#client, signal) }
      case 'currentOp':
        return { records: await operationRecords(this.#client, request, signal) }
      case 'profile':
        return { records: await slowRecords(this.#client, request.limit, signal) }
    }
  }

  async probe(signal: AbortSignal): Promise<ProbeResult> {
    const build = await this.#client.command('admin', { buildInfo: 1 }, signal)
    const missingRights: MissingRight[] = []
    for (const command of tried) {
      try {
        await this.#client.knownCommand('admin', command, signal)
      } catch (error) {
        // What a product of another vendor refuses is told of its section.
        if (error instanceof TargetFault && error.code === 'refused') continue
        if (!(error instanceof TargetFault) || error.code !== 'missingRight') throw error
        const [name = ''] = Object.keys(command)
        const right = name === 'aggregate' ? '$currentOp' : name
        missingRights.push({ right, grant: error.params['grant'] ?? '' })
      }
    }
    const isFerret = isObject(build['ferretdb']) || textOf(build['ferretdbVersion']) !== ''
    return { product: isFerret ? 'FerretDB' : 'MongoDB', version: textOf(build['version']), missingRights }
  }

  async sample(
    _request: unknown,
    labels: Readonly<Record<string, string>>,
    signal: AbortSignal,
  ): Promise<SampleStatement | undefined> {
    const { EJSON } = await import('bson')
    const toText = (command: Document) => EJSON.stringify(command, { relaxed: false })
    return await slowSample(this.#client, labels['entry'] ?? '', toText, signal)
  }

  async explain({ text: written, database }: SampleStatement, signal: AbortSignal): Promise<ExecutionPlan> {
    const { EJSON } = await import('bson')
    const command: unknown = EJSON.parse(written, { relaxed: false })
    if (!isObject(command)) throw new NoPlan('noSample')
    return await explainCommand(this.#client, this.#address, { command, database }, signal)
  }

  close(): void {
    this.#client.close()
  }
}
