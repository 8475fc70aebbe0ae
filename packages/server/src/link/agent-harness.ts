/** Test harness of the link: a real web server with the link and real agent processes. */
import { type ChildProcess, spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { EventEmitter, once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { fileURLToPath } from 'node:url'
import websocket from '@fastify/websocket'
import Fastify, { type FastifyInstance } from 'fastify'
import { createTestDatabase } from '../adapters/database/test-database.ts'
import { createLoadMachines, type LoadMachines } from '../modules/cluster/load-machines-harness.ts'
import { createLedger, type Ledger, record, until } from './harness-ledger.ts'
import { startTarget, type Target } from './harness-target.ts'
import type { LinkServer } from './link-server.ts'
import { mountLink } from './mount-link.ts'

/** Filled by the set-up of `./pone test unit` with dependencies downloaded by Maven. */
const javaTools = fileURLToPath(new URL('../../../../.cache/java-tools', import.meta.url))

const agentProgram = fileURLToPath(new URL('../../../agent/src/main.ts', import.meta.url))
export const joinToken = 'join-token-of-the-test'
export interface LinkHarness {
  readonly ledger: Ledger
  readonly target: Target
  link(): LinkServer
  /** Port of the running server. */
  machines(): LoadMachines
  readonly serverUrl: string
  /** Closes the web server and all connections, as in a crash. */
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

export async function createHarness(): Promise<LinkHarness> {
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
        takeSampleLog: async () => false,
        ...machines,
        needsFile: async () => true,
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

/** The only parameter file of the server. */
export const parameterFileId = randomUUID()
export const parameterFile = 'name\nann\nbob\n'

const fail = (): never => {
  throw new Error('the server is closed')
}

/** Starts an agent, whose events are written to standard output. */
export function startAgentProcess(env: NodeJS.ProcessEnv) {
  const child = spawn(process.execPath, [agentProgram], {
    env: { PONE_AGENT_JMETERS: javaTools, ...env },
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  const seen: Record<string, unknown>[] = []
  const changes = new EventEmitter()
  let rest = ''
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    const lines = (rest + text).split('\n')
    rest = lines.pop() ?? ''
    for (const line of lines) seen.push(JSON.parse(line) as Record<string, unknown>)
    changes.emit('change')
  })
  child.once('close', () => changes.emit('change'))
  return {
    process: child,
    event: async (name: string) => {
      const find = () => seen.find(each => each['event'] === name)
      const isGone = () => child.exitCode !== null || child.signalCode !== null
      await until(changes, `the agent says ${name}`, () => find() !== undefined || isGone())
      if (find() === undefined) throw new Error(`the agent ended before it said ${name}`)
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
