/** Test bench of the link: a real web server with the link, real agent processes, a target that counts, and a controller that stores what it is told. */
import { type ChildProcess, spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { EventEmitter, once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { fileURLToPath } from 'node:url'
import websocket from '@fastify/websocket'
import { type ComponentDocument, componentDocumentSchema } from '@pone/contract/entities/component.ts'
import type { LoadModel } from '@pone/contract/entities/scenario.ts'
import type { Batch } from '@pone/contract/link/batch.ts'
import type { RunPlan } from '@pone/contract/link/messages.ts'
import { labelsOf } from '@pone/engine/plan/labels.ts'
import Fastify, { type FastifyInstance } from 'fastify'
import { createTestDatabase } from '../adapters/database/test-database.ts'
import type { RunEndedMessage, WorkerLostMessage } from './agent-link.ts'
import type { LinkServer } from './link-server.ts'
import { createLoadMachines, type LoadMachines } from './load-machines.ts'
import { mountLink } from './mount-link.ts'

const agentProgram = fileURLToPath(new URL('../../../agent/src/main.ts', import.meta.url))
export const joinToken = 'join-token-of-the-test'
const patienceMs = 25_000

/** Resolves as soon as `condition` holds, looking again whenever something happens; fails after 25 s with `what`. */
export async function until(happenings: EventEmitter, what: string, condition: () => boolean): Promise<void> {
  const deadline = AbortSignal.timeout(patienceMs)
  while (!condition()) {
    await once(happenings, 'change', { signal: deadline }).catch((cause: unknown) => {
      throw new Error(`waited in vain until ${what}`, { cause })
    })
  }
}

export interface Target {
  readonly url: string
  /** Requests that have arrived. */
  readonly received: () => number
  readonly changes: EventEmitter
  close(): void
}

/** Answers every request with a short text after a few milliseconds and counts it. */
export async function startTarget(): Promise<Target> {
  const changes = new EventEmitter()
  let received = 0
  const server = createServer((request, response) => {
    received += 1
    changes.emit('change')
    request.resume().on('end', () => setTimeout(() => response.end('hello'), 5))
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    received: () => received,
    changes,
    close: () => {
      server.closeAllConnections()
      server.close()
    },
  }
}

/** What a controller would have stored. */
export interface Ledger {
  readonly changes: EventEmitter
  readonly batches: Map<string, Batch>
  /** Batches that came although they were stored already. */
  repeated: number
  readonly lost: Map<string, WorkerLostMessage>
  readonly prepared: Map<string, string | null>
  readonly started: Set<string>
  readonly ended: Map<string, RunEndedMessage>
  readonly online: string[]
  readonly offline: string[]
  /** Requests with a known outcome, of all batches. */
  counted(): number
  /** Requests whose outcome died with a worker. */
  lostRequests(): number
}

function createLedger(): Ledger {
  const batches = new Map<string, Batch>()
  const sum = (figure: (batch: Batch) => number) =>
    [...batches.values()].reduce((total, batch) => total + figure(batch), 0)
  return {
    changes: new EventEmitter(),
    batches,
    repeated: 0,
    lost: new Map(),
    prepared: new Map(),
    started: new Set(),
    ended: new Map(),
    online: [],
    offline: [],
    counted: () =>
      sum(batch => batch.labels.reduce((total, { passed, failed }) => total + passed + failed, 0)),
    lostRequests: () => sum(batch => batch.end?.lost ?? 0),
  }
}

export interface Bench {
  readonly ledger: Ledger
  readonly target: Target
  link(): LinkServer
  /** Of the server that is open now. */
  machines(): LoadMachines
  readonly serverUrl: string
  /** Ends the web server with all its lines, as a crash would. */
  closeServer(): Promise<void>
  /** Starts it again at the same address. */
  openServer(): Promise<void>
  startAgent(options?: { token?: string; data?: string; workers?: number }): Promise<AgentProcess>
  close(): Promise<void>
}

export interface AgentProcess {
  readonly process: ChildProcess
  readonly data: string
  /** Resolves with the first event of that kind on standard output. */
  event(name: string): Promise<Record<string, unknown>>
}

export async function createBench(): Promise<Bench> {
  const database = await createTestDatabase()
  const target = await startTarget()
  const ledger = createLedger()
  const agents: AgentProcess[] = []
  let app: FastifyInstance | null = null
  let current: LoadMachines | null = null
  let port = 0

  const openServer = async () => {
    const machines = createLoadMachines({
      database: database.database,
      now: Date.now,
      localToken: joinToken,
      warn: () => undefined,
    })
    current = machines
    record(machines.link, ledger)
    app = Fastify()
    await app.register(websocket)
    await app.register(async scope =>
      mountLink(scope, {
        ...machines,
        openFile: async id =>
          id === parameterFileId
            ? { sizeBytes: parameterFile.length, body: Readable.from([parameterFile]) }
            : null,
      }),
    )
    await app.listen({ port, host: '127.0.0.1' })
    port = (app.server.address() as AddressInfo).port
  }
  const closeServer = async () => {
    current?.link.close()
    await app?.close()
    app = null
  }
  await openServer()

  return {
    ledger,
    target,
    link: () => (current ?? fail()).link,
    machines: () => current ?? fail(),
    serverUrl: `http://127.0.0.1:${port}`,
    openServer,
    closeServer,
    startAgent: async ({ token = joinToken, data, workers } = {}) => {
      const folder = data ?? (await mkdtemp(join(tmpdir(), 'pone-agent-')))
      const agent = startAgentProcess({
        ...process.env,
        PONE_SERVER_URL: `http://127.0.0.1:${port}`,
        PONE_AGENT_TOKEN: token,
        PONE_AGENT_DATA: folder,
        PONE_AGENT_NAME: 'bench',
        ...(workers === undefined ? {} : { PONE_AGENT_WORKERS: String(workers) }),
      })
      const started = { ...agent, data: folder }
      agents.push(started)
      return started
    },
    close: async () => {
      await Promise.all(agents.map(agent => endProcess(agent.process)))
      await closeServer()
      target.close()
      await database.close()
      for (const { data } of agents) await rm(data, { recursive: true, force: true })
    },
  }
}

/** The one parameter file that the server has. */
export const parameterFileId = randomUUID()
export const parameterFile = 'name\nann\nbob\n'

const fail = (): never => {
  throw new Error('the server is closed')
}

/** Starts an agent; its events come on standard output. */
export function startAgentProcess(env: NodeJS.ProcessEnv) {
  const child = spawn(process.execPath, [agentProgram], { env, stdio: ['pipe', 'pipe', 'inherit'] })
  const seen: Record<string, unknown>[] = []
  const changes = new EventEmitter()
  let rest = ''
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    const lines = (rest + text).split('\n')
    rest = lines.pop() ?? ''
    for (const line of lines) seen.push(JSON.parse(line) as Record<string, unknown>)
    changes.emit('change')
  })
  return {
    process: child,
    event: async (name: string) => {
      const find = () => seen.find(each => each['event'] === name)
      await until(changes, `the agent says ${name}`, () => find() !== undefined)
      return find() ?? {}
    },
  }
}

export async function endProcess(child: ChildProcess, signal: NodeJS.Signals = 'SIGKILL'): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const exited = once(child, 'exit')
  child.kill(signal)
  await exited
}

function record(link: LinkServer, ledger: Ledger): void {
  const note = () => ledger.changes.emit('change')
  link.on({
    batches: async (_agentId, { batches }) => {
      for (const batch of batches) {
        const key = `${batch.runId} ${batch.workerId} ${batch.seq}`
        if (ledger.batches.has(key)) ledger.repeated += 1
        ledger.batches.set(key, batch)
      }
      note()
    },
    workerLost: async (_agentId, message) => {
      ledger.lost.set(message.workerId, message)
      note()
    },
    runPrepared: async (_agentId, { runId, error }) => {
      ledger.prepared.set(runId, error)
      note()
    },
    runStarted: async (_agentId, { runId }) => {
      ledger.started.add(runId)
      note()
    },
    runEnded: async (_agentId, message) => {
      ledger.ended.set(message.runId, message)
      note()
    },
    agentOnline: agentId => {
      ledger.online.push(agentId)
      note()
    },
    agentOffline: agentId => {
      ledger.offline.push(agentId)
      note()
    },
  })
}

/** A component with one request to `url` and a pause, so that the target's load is moderate. */
export const documentOf = (url: string): ComponentDocument =>
  componentDocumentSchema.parse({
    steps: [
      { id: 'get', name: 'get', kind: 'request', protocol: 'http', http: { url } },
      { id: 'pause', name: 'pause', kind: 'thinkTime', durationMs: 20 },
    ],
  })

export const constantLoad = (users: number, durationSeconds: number): LoadModel => ({
  kind: 'constant',
  users,
  rampUpSeconds: 0,
  durationSeconds,
  loops: 0,
})

export function planOf(url: string, loadModel: LoadModel): RunPlan {
  const components = [{ id: randomUUID(), name: 'component', percentage: 100, document: documentOf(url) }]
  return {
    runId: randomUUID(),
    components,
    labels: labelsOf(components),
    drive: 'users',
    maxUsers: 1_000,
    loadModel,
    files: [],
  }
}
