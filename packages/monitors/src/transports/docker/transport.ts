/** Transport `docker`: containers by the API of Docker or Podman, over its socket or over TCP. Only GET is sent. */
import { access, constants } from 'node:fs/promises'
import { userInfo } from 'node:os'
import { isObject, type Json, parsedJson, textAt } from '../../reading/json.ts'
import { dockerRequestSchema } from '../../requests.ts'
import { TargetFault } from '../../target-fault.ts'
import type { ParamValues } from '../../type.ts'
import { allowedSocket } from '../allowed-socket.ts'
import { connectionFault } from '../connection-fault.ts'
import { HttpExchange } from '../http/http-exchange.ts'
import { notAllowed } from '../not-allowed.ts'
import type { ProbeResult, SectionAnswer, TargetConnection, Transport } from '../transport.ts'
import { containerRecord, engineRecord } from './readers.ts'

/** Containers that are asked at most; the API answers one after another. */
const maxContainers = 1_000
/** `sockets`: paths that the owner of this machine allows. */
export const dockerTransport = (sockets: readonly string[]): Transport => ({
  async open(params, signal) {
    const socketPath =
      params['access'] === 'tcp' ? undefined : await reachSocket(String(params['socket'] ?? ''), sockets)
    const connection = new DockerConnection(params, socketPath)
    try {
      await connection.probe(signal)
      return connection
    } catch (thrown) {
      connection.close()
      throw thrown
    }
  },
})

/** The path to connect to. @throws TargetFault */
async function reachSocket(path: string, sockets: readonly string[]): Promise<string> {
  const real = await allowedSocket(path, sockets).catch((thrown: unknown) => {
    throw connectionFault(thrown)
  })
  if (real === undefined) throw notAllowed('PONE_AGENT_CONTAINER_SOCKETS', path)
  await access(real, constants.R_OK | constants.W_OK).catch((thrown: unknown) => {
    const isDenied = thrown instanceof Error && 'code' in thrown && thrown.code === 'EACCES'
    if (!isDenied) throw connectionFault(thrown)
    throw new TargetFault('missingRight', path, {
      right: path,
      grant: `sudo setfacl -m u:${userInfo().username}:rw ${path}`,
    })
  })
  return real
}

class DockerConnection implements TargetConnection {
  readonly isParallel = true
  readonly #exchange: HttpExchange
  /** When a container was started, by its id: another instant means that its counters began anew. */
  #started = new Map<string, string>()

  constructor(params: ParamValues, socketPath: string | undefined) {
    const text = (name: string) => String(params[name] ?? '')
    const files = { ca: text('ca'), cert: text('certificate'), key: text('privateKey') }
    const used = Object.fromEntries(Object.entries(files).filter(([, value]) => value !== ''))
    this.#exchange =
      socketPath === undefined
        ? new HttpExchange(params, used)
        : new HttpExchange({ ...params, host: 'localhost', tls: false }, { socketPath })
  }

  async ask(unread: unknown, signal: AbortSignal): Promise<SectionAnswer> {
    const { reader } = dockerRequestSchema.parse(unread)
    if (reader === 'containers') return { records: await this.#containers(signal) }
    const [version, info] = await Promise.all([this.#get('/version', signal), this.#get('/info', signal)])
    return { records: [engineRecord(version, info)] }
  }

  async probe(signal: AbortSignal): Promise<ProbeResult> {
    const version = await this.#get('/version', signal)
    if (!isObject(version) || typeof version['ApiVersion'] !== 'string')
      throw new TargetFault('wrongProduct', JSON.stringify(version).slice(0, 200))
    const { product = '', version: number = '' } = engineRecord(version, {})
    return { product, version: number, missingRights: [] }
  }

  close(): void {
    this.#exchange.close()
  }

  async #containers(signal: AbortSignal): Promise<SectionAnswer['records']> {
    const list = await this.#get('/containers/json?all=true', signal)
    if (!Array.isArray(list)) throw new TargetFault('malformed', 'no list of containers')
    const started = new Map<string, string>()
    const records = await Promise.all(
      list.slice(0, maxContainers).map(async (listed: Json) => {
        const id = textAt(listed, 'Id')
        if (!/^[0-9a-f]{12,64}$/.test(id)) return []
        const isRunning = isObject(listed) && listed['State'] === 'running'
        const [details, stats] = await Promise.all([
          this.#orGone(`/containers/${id}/json`, signal),
          isRunning ? this.#orGone(`/containers/${id}/stats?stream=false&one-shot=true`, signal) : null,
        ])
        if (details === null) return []
        const record = containerRecord(id, details, stats)
        const { startedAt = '' } = record
        const before = this.#started.get(id)
        started.set(id, startedAt)
        return [before === undefined || before === startedAt ? record : { ...record, ...unknownCounters }]
      }),
    )
    this.#started = started
    return records.flat()
  }

  /** null = the container was removed between the list and the request. */
  async #orGone(path: string, signal: AbortSignal): Promise<Json> {
    const { status, body } = await this.#exchange.send({ method: 'GET', path, headers: {} }, signal)
    if (status === 404 || status === 409) return null
    return this.#read(status, body)
  }

  async #get(path: string, signal: AbortSignal): Promise<Json> {
    const { status, body } = await this.#exchange.send({ method: 'GET', path, headers: {} }, signal)
    return this.#read(status, body)
  }

  #read(status: number, body: string): Json {
    const said = `HTTP ${status} ${body.slice(0, 200)}`
    if (status === 400 && /HTTP request to an HTTPS server/i.test(body))
      throw new TargetFault('tlsMismatch', said)
    if (status === 401 || status === 403) throw new TargetFault('wrongPassword', said)
    if (status >= 500) throw new TargetFault('malformed', said)
    if (status !== 200) throw new TargetFault('wrongProduct', said)
    return parsedJson(body)
  }
}

/** Of the collection in which a container is found restarted: a rate over the restart is not known. */
const unknownCounters = Object.fromEntries(
  [
    'cpu',
    'cpuUser',
    'cpuSystem',
    'periods',
    'throttledPeriods',
    'throttled',
    'receivedBytes',
    'sentBytes',
    'receivedPackets',
    'sentPackets',
    'networkErrors',
    'networkDrops',
    'readBytes',
    'writtenBytes',
  ].map(field => [field, '']),
)
