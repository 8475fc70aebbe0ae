/** Test harness of monitors: a listening server on a database, a project with its manager, and real agents that can be killed. */
import { type ChildProcess } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { calls } from '@pone/contract/calls/registry.ts'
import type { Monitor } from '@pone/contract/entities/monitor.ts'
import { createTestDatabase, type TestDatabase } from '../../adapters/database/test-database.ts'
import { endProcess, startAgentProcess } from '../../link/agent-harness.ts'
import { type As, createTestServer, type TestServer } from '../../test-server.ts'

export interface MonitorAgentProcess {
  readonly id: string
  readonly name: string
  pid(): number
  /** Like `kill -9`. */
  kill(): Promise<void>
  /** The same machine again. */
  restart(): Promise<void>
}

export interface MonitorHarness {
  readonly server: () => TestServer
  readonly database: TestDatabase
  /** Where server and agents listen or connect, and keep their data. */
  readonly port: number
  readonly folder: string
  readonly projectId: string
  readonly as: As
  /** Without handing over anything; another one starts at the same address by `openServer`. */
  closeServer(): Promise<void>
  openServer(): Promise<void>
  /** `env`: further variables of its environment; `clusterId`: other than the local cluster. */
  startAgent(name: string, env?: NodeJS.ProcessEnv, clusterId?: string): Promise<MonitorAgentProcess>
  /** Polls until the condition holds. @throws after `patienceMs` */
  monitor(id: string, condition: (monitor: Monitor) => boolean, patienceMs?: number): Promise<Monitor>
  close(): Promise<void>
}

/** A `given` database is a migrated one; it is closed with the harness. */
export async function createMonitorHarness(given?: TestDatabase): Promise<MonitorHarness> {
  const database = given ?? (await createTestDatabase())
  const folder = await mkdtemp(join(tmpdir(), 'pone-monitors-'))
  const replica = { name: 'only', key: randomBytes(32), fileFolder: join(folder, 'files') }
  const agents: ChildProcess[] = []
  let port = 0
  const open = async (): Promise<TestServer> => {
    const opened = await createTestServer({ database: database.database, replica })
    await opened.start()
    await opened.app.listen({ host: '127.0.0.1', port })
    port = (opened.app.server.address() as AddressInfo).port
    return opened
  }
  let server = await open()
  await server.addUser('manager')
  const as: As = { token: (await server.signIn('manager')).token, language: 'en' }
  const project = await server.call(calls.project.create, { name: 'Monitored', code: 'MONITORED' }, as)
  const joining = { server: () => server, address: `http://127.0.0.1:${port}`, folder, agents }
  return {
    server: () => server,
    database,
    port,
    folder,
    projectId: project.id,
    as,
    closeServer: () => server.close(),
    openServer: async () => {
      server = await open()
    },
    startAgent: (name, env = {}, clusterId) => joinAgent({ ...joining, env, clusterId }, name),
    monitor: (id, condition, patienceMs = 60_000) =>
      awaitMonitor(() => server.call(calls.monitor.get, { projectId: project.id, id }, as), {
        condition,
        patienceMs,
      }),
    close: async () => {
      await Promise.all(agents.map(agent => endProcess(agent)))
      await server.close()
      await database.close()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

async function joinAgent(
  {
    server,
    address,
    folder,
    agents,
    env,
    clusterId,
  }: {
    server: () => TestServer
    address: string
    folder: string
    agents: ChildProcess[]
    env: NodeJS.ProcessEnv
    clusterId: string | undefined
  },
  name: string,
): Promise<MonitorAgentProcess> {
  const { clusters, joinTokens } = server().services
  const order = {
    name,
    clusterId: clusterId ?? (await clusters.ensureLocalCluster()),
    days: 1,
    maxUses: null,
    by: 'manager',
  }
  const { token } = await joinTokens.create(order)
  const start = async () => {
    const agent = startAgentProcess({
      ...process.env,
      PONE_SERVER_URL: address,
      PONE_AGENT_TOKEN: token,
      PONE_AGENT_DATA: join(folder, name),
      PONE_AGENT_NAME: name,
      PONE_AGENT_READY_WORKERS: '0',
      ...env,
    })
    agents.push(agent.process)
    const { agentId } = await agent.event('connected')
    return { agent: agent.process, id: String(agentId) }
  }
  let running = await start()
  return {
    id: running.id,
    name,
    pid: () => running.agent.pid ?? 0,
    kill: () => endProcess(running.agent),
    restart: async () => {
      running = await start()
    },
  }
}

async function awaitMonitor(
  get: () => Promise<Monitor>,
  { condition, patienceMs }: { condition: (monitor: Monitor) => boolean; patienceMs: number },
): Promise<Monitor> {
  const until = Date.now() + patienceMs
  for (;;) {
    const monitor = await get()
    if (condition(monitor)) return monitor
    if (Date.now() > until) throw new Error(`in vain: ${JSON.stringify(monitor)}`)
    await pause(50)
  }
}
