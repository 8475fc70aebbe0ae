/**
 * A whole server as a process on cores of its own, with a database on others, and a client that calls it as a browser
 * does.
 */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import type { Call, ClientInputOf, OutputOf } from '@pone/contract/call.ts'
import { calls } from '@pone/contract/calls/registry.ts'
import { administratorHeader, apiBase, tokenHeader } from '@pone/contract/envelope.ts'
import { startEmbeddedPostgres } from '@pone/embedded-postgres/embedded-postgres.ts'
import { z } from 'zod'
import { parseStat } from '../process-usage.ts'
import { confinement } from '../processes.ts'

const program = fileURLToPath(new URL('../../../packages/server/src/main.ts', import.meta.url))
const captcha = '1234'
const startPatienceMs = 60_000

export interface ServerUnderTest {
  readonly url: string
  readonly joinToken: string
  /** Of the server's process. */
  readonly pid: number
  /** CPU time so far, µs: of the server's process, and of all processes of the database. */
  cpuUs(): { server: number; database: number }
  /** @throws Error with the server's message */
  call<C extends Call>(call: C, input: ClientInputOf<C>): Promise<OutputOf<C>>
  /** The same as the administrator of the first run. */
  manage<C extends Call>(call: C, input: ClientInputOf<C>): Promise<OutputOf<C>>
  readonly token: string
  stop(): Promise<void>
}

const answerSchema = z.object({ status: z.int(), data: z.unknown(), message: z.string().optional() })
const eventSchema = z.looseObject({ event: z.string() })
const accountSchema = z.object({ account: z.string(), password: z.string() })
/** The administrator's own password, which replaces the printed one: with that one no other call is allowed. */
const ownPassword = 'Chief-own1'
const firstRunSchema = z.object({ administrator: accountSchema, tester: accountSchema })

export async function startServerUnderTest(options: {
  folder: string
  serverCores: readonly number[]
  otherCores: readonly number[]
  /** Folder for a CPU profile of the server; none without it. */
  profileFolder?: string | undefined
}): Promise<ServerUnderTest> {
  const postgres = await startEmbeddedPostgres({ dataDir: join(options.folder, 'postgres') })
  confineTree(postgres.pid, options.otherCores)
  const joinToken = 'join-token-of-the-bench'
  const [confine = '', ...words] = confinement(options.serverCores, 'TERM')
  const profile =
    options.profileFolder === undefined ? [] : ['--cpu-prof', `--cpu-prof-dir=${options.profileFolder}`]
  const child: ChildProcess = spawn(confine, [...words, process.execPath, ...profile, program], {
    env: {
      ...process.env,
      PONE_DATABASE_URL: await postgres.openDatabase('pone'),
      PONE_DATA: join(options.folder, 'data'),
      PONE_PORT: '0',
      PONE_DEMO_TARGET_URL: '',
      PONE_LOCAL_AGENT_TOKEN: joinToken,
      PONE_CAPTCHA_FIXED: captcha,
      PONE_RATE_PER_MINUTE: '1000000',
    },
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  const exited = once(child, 'exit')
  const stop = async () => {
    child.kill('SIGTERM')
    await exited
    await postgres.stop()
  }
  try {
    const { address, accounts } = await listening(child)
    const call = caller(address)
    const signIn = async (who: z.infer<typeof accountSchema>, isAdministrator: boolean) => {
      const { captchaId } = await call(calls.auth.captcha, {}, { token: '', isAdministrator })
      const session = { ...who, isAdministrator, captchaId, captchaCode: captcha }
      const { token } = await call(calls.auth.login, session, { token: '', isAdministrator })
      return { token, isAdministrator }
    }
    const tester = await signIn(accounts.tester, false)
    const administrator = await signIn(accounts.administrator, true)
    const { password: current } = accounts.administrator
    const change = { current, password: ownPassword, confirmation: ownPassword }
    await call(calls.auth.changePassword, change, administrator)
    return {
      url: address,
      joinToken,
      pid: child.pid ?? -1,
      token: tester.token,
      cpuUs: () => ({ server: cpuUsOf(child.pid ?? -1), database: cpuUsOfTree(postgres.pid) }),
      call: (one, input) => call(one, input, tester),
      manage: (one, input) => call(one, input, administrator),
      stop,
    }
  } catch (cause) {
    await stop()
    throw cause
  }
}

async function listening(child: ChildProcess) {
  if (child.stdout === null) throw new Error('the server has no output')
  const lines = createInterface({ input: child.stdout })
  let accounts: z.infer<typeof firstRunSchema> | undefined
  const deadline = AbortSignal.timeout(startPatienceMs)
  const address = await new Promise<string>((resolve, reject) => {
    deadline.addEventListener('abort', () => reject(new Error('the server did not start in time')))
    child.once('exit', () => reject(new Error('the server ended before it listened')))
    lines.on('line', line => {
      const event = eventSchema.parse(JSON.parse(line))
      if (event.event === 'first-run') accounts = firstRunSchema.parse(event)
      if (event.event === 'fatal') reject(new Error(String(event['message'])))
      if (event.event === 'listening') resolve(String(event['address']))
    })
  })
  if (accounts === undefined) throw new Error('the server printed no accounts')
  return { address, accounts }
}

const caller =
  (address: string) =>
  async <C extends Call>(
    call: C,
    input: ClientInputOf<C>,
    { token, isAdministrator }: { token: string; isAdministrator: boolean },
  ): Promise<OutputOf<C>> => {
    const response = await fetch(`${address}${apiBase}${call.path}`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        [tokenHeader]: token,
        [administratorHeader]: String(isAdministrator),
        'accept-language': 'en',
      },
      body: JSON.stringify(input),
    })
    const { status, data, message } = answerSchema.parse(await response.json())
    if (status !== 200) throw new Error(`${call.path}: ${message}`)
    // The answer of a call of the registry, from the same checkout.
    return data as OutputOf<C>
  }

function confineTree(pid: number, cores: readonly number[]): void {
  for (const each of [pid, ...childrenOf(pid)]) {
    spawnSync('taskset', ['--all-tasks', '--cpu-list', '--pid', cores.join(','), String(each)])
  }
}

const statOf = (pid: number): string => {
  try {
    return readFileSync(`/proc/${pid}/stat`, 'utf8')
  } catch {
    return ''
  }
}
const cpuUsOf = (pid: number): number => parseStat(statOf(pid))?.cpuUs ?? 0

function childrenOf(pid: number): number[] {
  return readdirSync('/proc')
    .filter(name => /^\d+$/.test(name))
    .map(Number)
    .filter(each => {
      const stat = statOf(each)
      return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]) === pid
    })
}

const cpuUsOfTree = (pid: number): number =>
  [pid, ...childrenOf(pid)].reduce((sum, each) => sum + cpuUsOf(each), 0)
