/** Test harness of several servers: real server processes on one real database, real agents whose connections can be redirected, a target that counts, and a browser's live stream. */
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
import { type LiveMessage, type LiveRequest, liveMessageSchema } from '@pone/contract/live.ts'
import { livePath } from '@pone/contract/live-path.ts'
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

/** A TCP proxy with its own port that forwards connections to one of several others. */
export interface Switch {
  readonly port: number
  /** New connections go to these in turn. */
  lead(...ports: number[]): void
}

export interface View {
  readonly received: LiveMessage[]
  until(what: string, condition: (message: LiveMessage) => boolean): Promise<void>
  /** Receives only messages published from now on. */
  forget(): void
  close(): void
}

export interface ReplicaHarness {
  readonly database: TestDatabase
  readonly target: Target
  startServer(name: string): Promise<ReplicaServer>
  openSwitch(...ports: number[]): Promise<Switch>
  /** Resolves when it is connected. */
  startAgent(port: number): Promise<string>
  call<C extends Call>(url: string, call: C, input: ClientInputOf<C>): Promise<OutputOf<C>>
  /** Creates the project, the component and the scenario on first use; returns the input for starting a run. */
  scenario(url: string, users: number): Promise<{ projectId: string; scenarioId: string }>
  watch(url: string, projectId: string, runId: string): Promise<View>
  close(): Promise<void>
}

/** The calling user: the tester of the first server's first start, signed in. */
interface Session {
  tester: { account: string; password: string } | undefined
  token: string
}

export async function createReplicaHarness(): Promise<ReplicaHarness> {
  const database = await createTestDatabase()
  const target = await startTarget()
  const folder = await mkdtemp(join(tmpdir(), 'pone-replicas-'))
  const processes: ChildProcess[] = []
  const closers: (() => void)[] = []
  const session: Session = { tester: undefined, token: '' }
  const call: ReplicaHarness['call'] = async <C extends Call>(
    url: string,
    asked: C,
    input: ClientInputOf<C>,
  ) => (await ask(session, url, asked.path, input)) as OutputOf<C>
  return {
    database,
    target,
    startServer: async name => {
      const child = spawnServer(name, folder, database.connectionString)
      processes.push(child)
      const url = await listening(child, name, session)
      if (session.token === '') await signIn(session, url)
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
    call,
    scenario: (url, users) => addScenario(call, { url, users, targetUrl: target.url }),
    watch: async (url, projectId, runId) => {
      const socket = new WebSocket(url.replace(/^http/, 'ws') + livePath)
      closers.push(() => socket.terminate())
      return viewOf(socket, session.token, { projectId, runId })
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
}

async function ask(session: Session, url: string, path: string, input: unknown): Promise<unknown> {
  const response = await fetch(`${url}${apiBase}${path}`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      token: session.token,
      'accept-language': 'en',
      connection: 'close',
    },
    body: JSON.stringify(input),
  })
  const answer = (await response.json()) as { status: number; data: unknown; message?: string }
  if (answer.status !== 200) throw new Error(`${path}: ${answer.message}`)
  return answer.data
}

async function signIn(session: Session, url: string): Promise<void> {
  const { captchaId } = (await ask(session, url, calls.auth.captcha.path, {})) as { captchaId: string }
  const login = { ...session.tester, isAdministrator: false, captchaId, captchaCode: captcha }
  session.token = ((await ask(session, url, calls.auth.login.path, login)) as { token: string }).token
}

const spawnServer = (name: string, folder: string, databaseUrl: string) =>
  spawn(process.execPath, [program], {
    env: {
      ...process.env,
      PONE_DATABASE_URL: databaseUrl,
      PONE_DATA: folder,
      PONE_PORT: '0',
      PONE_REPLICA_NAME: name,
      PONE_LOCAL_AGENT_TOKEN: joinToken,
      PONE_CAPTCHA_FIXED: captcha,
      PONE_DEMO_TARGET_URL: '',
    },
    stdio: ['pipe', 'pipe', process.env['PONE_TEST_LOG'] === undefined ? 'ignore' : 'inherit'],
  })

/** The address, once the server listens; the session of the first start's tester is kept in `session`. */
const listening = (child: ReturnType<typeof spawnServer>, name: string, session: Session): Promise<string> =>
  new Promise<string>((resolve, reject) => {
    child.once('exit', () => reject(new Error(`server ${name} has ended`)))
    createInterface({ input: child.stdout }).on('line', line => {
      const event = JSON.parse(line) as Record<string, unknown>
      if (event['event'] === 'first-run') session.tester = event['tester'] as Session['tester']
      if (event['event'] === 'fatal') reject(new Error(String(event['message'])))
      if (event['event'] === 'listening') resolve(String(event['address']))
    })
  })

async function addScenario(
  call: ReplicaHarness['call'],
  { url, users, targetUrl }: { url: string; users: number; targetUrl: string },
): Promise<{ projectId: string; scenarioId: string }> {
  const { id: projectId } = await call(url, calls.project.create, { name: 'P', code: 'P' })
  const [root] = await call(url, calls.component.tree, { projectId })
  const component = await call(url, calls.component.create, {
    projectId,
    parentId: root?.id ?? '',
    name: 'component',
    document: documentOf(targetUrl),
  })
  const [cluster] = await call(url, calls.scenario.clusters, { projectId })
  const set = await call(url, calls.scenario.createSet, { projectId, name: 'set' })
  const scenario = await call(url, calls.scenario.create, {
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
}

/** Of a message in an error. */
const maxToldLength = 2_000

/** Signs in on the live stream and subscribes to the run. */
async function viewOf(
  socket: WebSocket,
  token: string,
  { projectId, runId }: { projectId: string; runId: string },
): Promise<View> {
  const received: LiveMessage[] = []
  const changes = new EventEmitter()
  const say = (request: LiveRequest) => socket.send(JSON.stringify(request))
  socket.on('message', (data: Buffer) => {
    const message = liveMessageSchema.parse(JSON.parse(data.toString()))
    received.push(message)
    if (message.kind === 'signedIn') say({ kind: 'subscribe', topic: 'run', projectId, id: runId })
    changes.emit('change')
  })
  await once(socket, 'open')
  say({ kind: 'signIn', token, isAdministrator: false, language: 'en' })
  const view: View = {
    received,
    until: (what, condition) =>
      until(changes, what, () => received.some(condition)).catch((cause: unknown) => {
        const last = JSON.stringify(received.at(-1))?.slice(0, maxToldLength)
        throw new Error(`${what}: none of ${received.length} messages says so; the last one: ${last}`, {
          cause,
        })
      }),
    forget: () => void received.splice(0),
    close: () => socket.terminate(),
  }
  await view.until('the page has its snapshot', message => message.kind === 'runSnapshot')
  return view
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
