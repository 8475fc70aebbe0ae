/** Test harness of several servers: real server processes on one real database, real agents whose lines can be led elsewhere, a target that counts, and a browser's view. */
import { type ChildProcess, spawn } from 'node:child_process'
import { EventEmitter, once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import type { Call, ClientInputOf, OutputOf } from '@pone/contract/call.ts'
import { calls } from '@pone/contract/calls/registry.ts'
import { apiBase } from '@pone/contract/envelope.ts'
import { type LiveMessage, type LiveRequest, liveMessageSchema, livePath } from '@pone/contract/live.ts'
import { WebSocket } from 'ws'
import { createTestDatabase, type TestDatabase } from '../adapters/database/test-database.ts'
import { endProcess, startAgentProcess } from '../link/agent-harness.ts'
import { until } from '../link/harness-ledger.ts'
import { constantLoad, documentOf, startTarget, type Target } from '../link/harness-target.ts'

const program = fileURLToPath(new URL('../main.ts', import.meta.url))
const joinToken = 'join-token-of-the-test'
const captcha = '1234'

export interface ReplicaServer {
  readonly name: string
  readonly process: ChildProcess
  readonly url: string
  readonly port: number
}

/** A port of its own that leads connections to one of several others. */
export interface Switch {
  readonly port: number
  /** New connections go there, in turns. */
  lead(...ports: number[]): void
}

export interface View {
  readonly heard: LiveMessage[]
  until(what: string, condition: (message: LiveMessage) => boolean): Promise<void>
  /** Hears only what comes from now on. */
  forget(): void
  close(): void
}

export interface ReplicaHarness {
  readonly database: TestDatabase
  readonly target: Target
  startServer(name: string): Promise<ReplicaServer>
  openSwitch(...ports: number[]): Promise<Switch>
  /** Answers when it is connected. */
  startAgent(port: number): Promise<string>
  call<C extends Call>(url: string, call: C, input: ClientInputOf<C>): Promise<OutputOf<C>>
  /** Makes the project, the component and the scenario on first use; answers what starting a run needs. */
  scenario(url: string, users: number): Promise<{ projectId: string; scenarioId: string }>
  watch(url: string, projectId: string, runId: string): Promise<View>
  close(): Promise<void>
}

export async function createReplicaHarness(): Promise<ReplicaHarness> {
  const database = await createTestDatabase()
  const target = await startTarget()
  const folder = await mkdtemp(join(tmpdir(), 'pone-replicas-'))
  const processes: ChildProcess[] = []
  const closers: (() => void)[] = []
  let tester: { account: string; password: string } | undefined
  let token = ''

  const ask = async (url: string, path: string, input: unknown): Promise<unknown> => {
    const response = await fetch(`${url}${apiBase}${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', token, 'accept-language': 'en', connection: 'close' },
      body: JSON.stringify(input),
    })
    const answer = (await response.json()) as { status: number; data: unknown; message?: string }
    if (answer.status !== 200) throw new Error(`${path}: ${answer.message}`)
    return answer.data
  }
  const harness: ReplicaHarness = {
    database,
    target,
    startServer: async name => {
      const child = spawn(process.execPath, [program], {
        env: {
          ...process.env,
          PONE_DATABASE_URL: database.connectionString,
          PONE_DATA: folder,
          PONE_PORT: '0',
          PONE_REPLICA_NAME: name,
          PONE_LOCAL_AGENT_TOKEN: joinToken,
          PONE_CAPTCHA_FIXED: captcha,
          PONE_DEMO_TARGET_URL: '',
        },
        stdio: ['pipe', 'pipe', process.env['PONE_TEST_LOG'] === undefined ? 'ignore' : 'inherit'],
      })
      processes.push(child)
      const url = await new Promise<string>((resolve, reject) => {
        child.once('exit', () => reject(new Error(`server ${name} has ended`)))
        createInterface({ input: child.stdout }).on('line', line => {
          const event = JSON.parse(line) as Record<string, unknown>
          if (event['event'] === 'first-run') tester = event['tester'] as typeof tester
          if (event['event'] === 'fatal') reject(new Error(String(event['message'])))
          if (event['event'] === 'listening') resolve(String(event['address']))
        })
      })
      if (token === '') {
        const { captchaId } = (await ask(url, calls.auth.captcha.path, {})) as { captchaId: string }
        const login = { ...tester, isAdministrator: false, captchaId, captchaCode: captcha }
        token = ((await ask(url, calls.auth.login.path, login)) as { token: string }).token
      }
      return { name, process: child, url, port: Number(new URL(url).port) }
    },
    openSwitch: async (...ports) => {
      const lines = createSwitch(ports)
      closers.push(lines.close)
      await once(lines.server.listen(0, '127.0.0.1'), 'listening')
      return { port: (lines.server.address() as AddressInfo).port, lead: lines.lead }
    },
    startAgent: async port => {
      const data = await mkdtemp(join(folder, 'agent-'))
      const agent = startAgentProcess({
        ...process.env,
        PONE_SERVER_URL: `http://127.0.0.1:${port}`,
        PONE_AGENT_TOKEN: joinToken,
        PONE_AGENT_DATA: data,
        PONE_AGENT_NAME: `agent ${port}`,
        PONE_AGENT_WORKERS: '1',
      })
      processes.push(agent.process)
      return String((await agent.event('connected'))['agentId'])
    },
    call: async <C extends Call>(url: string, call: C, input: ClientInputOf<C>) =>
      (await ask(url, call.path, input)) as OutputOf<C>,
    scenario: async (url, users) => {
      const { id: projectId } = await harness.call(url, calls.project.create, { name: 'P', code: 'P' })
      const [root] = await harness.call(url, calls.component.tree, { projectId })
      const component = await harness.call(url, calls.component.create, {
        projectId,
        parentId: root?.id ?? '',
        name: 'component',
        document: documentOf(target.url),
      })
      const [cluster] = await harness.call(url, calls.scenario.clusters, { projectId })
      const set = await harness.call(url, calls.scenario.createSet, { projectId, name: 'set' })
      const scenario = await harness.call(url, calls.scenario.create, {
        projectId,
        parentId: set.id,
        name: 'scenario',
        document: {
          bindings: [{ componentId: component.id, percentage: 100 }],
          clusterId: cluster?.id ?? null,
          loadModel: constantLoad(users, 600),
        },
      })
      return { projectId, scenarioId: scenario.id }
    },
    watch: async (url, projectId, runId) => {
      const socket = new WebSocket(url.replace(/^http/, 'ws') + livePath)
      closers.push(() => socket.terminate())
      const heard: LiveMessage[] = []
      const changes = new EventEmitter()
      const say = (request: LiveRequest) => socket.send(JSON.stringify(request))
      socket.on('message', (data: Buffer) => {
        const message = liveMessageSchema.parse(JSON.parse(data.toString()))
        heard.push(message)
        if (message.kind === 'signedIn') say({ kind: 'subscribe', topic: 'run', projectId, id: runId })
        changes.emit('change')
      })
      await once(socket, 'open')
      say({ kind: 'signIn', token, isAdministrator: false, language: 'en' })
      const view: View = {
        heard,
        until: (what, condition) => until(changes, what, () => heard.some(condition)),
        forget: () => void heard.splice(0),
        close: () => socket.terminate(),
      }
      await view.until('the page has its snapshot', message => message.kind === 'runSnapshot')
      return view
    },
    close: async () => {
      for (const child of processes) child.kill('SIGCONT')
      await Promise.all(processes.map(child => endProcess(child)))
      for (const close of closers) close()
      target.close()
      await database.close()
      await rm(folder, { recursive: true, force: true })
    },
  }
  return harness
}

function createSwitch(first: readonly number[]): {
  server: Server
  lead: (...ports: number[]) => void
  close: () => void
} {
  let ports = first
  let turn = 0
  const sockets = new Set<Socket>()
  const server = createServer(incoming => {
    const port = ports[turn++ % ports.length] ?? 9
    const outgoing = connect(port, '127.0.0.1')
    for (const [one, other] of [
      [incoming, outgoing],
      [outgoing, incoming],
    ] as const) {
      sockets.add(one)
      one.pipe(other)
      one
        .on('error', () => other.destroy())
        .on('close', () => {
          sockets.delete(one)
          other.destroy()
        })
    }
  })
  return {
    server,
    lead: (...next) => {
      ports = next
    },
    close: () => {
      server.close()
      for (const socket of sockets) socket.destroy()
    },
  }
}
