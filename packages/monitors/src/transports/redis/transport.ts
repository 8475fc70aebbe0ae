/** Asks Redis, and what speaks its protocol (Valkey, KeyDB), with commands that only read. */

import type { Records, TargetRecord } from '../../reading/records.ts'
import { type RedisRequest, redisRequestSchema, requestReader } from '../../requests.ts'
import { TargetFault } from '../../target-fault.ts'
import type { ParamValues } from '../../type.ts'
import type { MissingRight, ProbeResult, TargetConnection, Transport } from '../transport.ts'
import { RedisClient, redisGrant } from './client.ts'
import { readConfig, readInfo, readInfoRows, readLatency, readLatencyHistory, readSlowLog } from './info.ts'
import type { Reply } from './resp.ts'

const requestOf = requestReader(redisRequestSchema)

/** Commands that a monitor of Redis sends, each as the test of a connection tries it. */
const commands: readonly (readonly string[])[] = [
  ['SLOWLOG', 'GET', '1'],
  ['LATENCY', 'LATEST'],
  ['LATENCY', 'HISTORY', 'command'],
]

/** Kinds of events whose times are read; Redis knows about 20. */
const maxLatencyEvents = 32

/** The transport. */
export const redisTransport: Transport = {
  async open(params, signal) {
    const client = await RedisClient.open(addressOf(params), signal)
    return new RedisConnection(client, text(params, 'user'))
  },
}

const text = (params: ParamValues, name: string): string => String(params[name] ?? '')

const addressOf = (params: ParamValues) => ({
  host: text(params, 'host'),
  port: Number(params['port']),
  user: text(params, 'user'),
  password: text(params, 'password'),
  isTls: params['tls'] === true,
  verifiesTls: params['verifyTls'] !== false,
})

class RedisConnection implements TargetConnection {
  readonly isPipelined = true
  readonly #client: RedisClient
  readonly #user: string

  constructor(client: RedisClient, user: string) {
    this.#client = client
    this.#user = user
  }

  async ask(request: unknown, signal: AbortSignal): Promise<{ records: Records }> {
    return { records: await this.#records(requestOf(request), signal) }
  }

  async probe(signal: AbortSignal): Promise<ProbeResult> {
    const info = readInfo(textOf(await this.#client.send(['INFO', 'server'], signal)))
    const missingRights: MissingRight[] = []
    for (const command of commands) {
      try {
        await this.#client.send(command, signal)
      } catch (error) {
        if (!(error instanceof TargetFault) || error.code !== 'missingRight') throw error
        missingRights.push({ right: command.join(' '), grant: redisGrant(this.#user) })
      }
    }
    const product = info['server_name'] ?? 'redis'
    return { product, version: info[`${product}_version`] ?? info['redis_version'] ?? '', missingRights }
  }

  close(because?: TargetFault): void {
    this.#client.close(because)
  }

  async #records(request: RedisRequest, signal: AbortSignal): Promise<Records> {
    switch (request.command) {
      case 'INFO': {
        const part = request.part === '' ? [] : [request.part]
        const info = textOf(await this.#client.send(['INFO', ...part], signal))
        if (request.rows !== undefined) return readInfoRows(info, request.rows)
        const record = readInfo(info)
        // A program that speaks the protocol of Redis need not be one that stores keys.
        if (request.part === '' && record['redis_version'] === undefined)
          throw new TargetFault('wrongProduct')
        return [record]
      }
      case 'SLOWLOG GET':
        return readSlowLog(await this.#client.send(['SLOWLOG', 'GET', String(request.limit)], signal))
      case 'LATENCY LATEST':
        return readLatency(await this.#client.send(['LATENCY', 'LATEST'], signal))
      case 'LATENCY HISTORY':
        return await this.#latencyHistory(request.limit, signal)
      case 'CONFIG GET':
        return [readConfig(await this.#client.send(['CONFIG', 'GET', ...request.names], signal))]
    }
  }

  /** The newest first. */
  async #latencyHistory(limit: number, signal: AbortSignal): Promise<Records> {
    const events = readLatency(await this.#client.send(['LATENCY', 'LATEST'], signal))
    const samples: TargetRecord[] = []
    for (const { event } of events.slice(0, maxLatencyEvents)) {
      const reply = await this.#client.send(['LATENCY', 'HISTORY', event ?? ''], signal)
      samples.push(...readLatencyHistory(event ?? '', reply))
    }
    return samples
      .toSorted((one, other) => Date.parse(other['at'] ?? '') - Date.parse(one['at'] ?? ''))
      .slice(0, limit)
  }
}

function textOf(reply: Reply): string {
  if (typeof reply !== 'string') throw new TargetFault('malformed')
  return reply
}
