/** Test harness of the link: the server as a separate process, whose memory and log can be measured. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import type { Call, ClientInputOf, OutputOf } from '@pone/contract/call.ts'
import { calls } from '@pone/contract/calls/registry.ts'
import { apiBase } from '@pone/contract/envelope.ts'
import { createTestDatabase } from '../adapters/database/test-database.ts'

const program = fileURLToPath(new URL('../main.ts', import.meta.url))

export interface ServerProcess {
  readonly address: string
  /** Token for joining the local cluster. */
  readonly token: string
  readonly log: readonly string[]
  /** Resident memory, bytes. */
  memoryBytes(): Promise<number>
  /** Calls as the administrator of the first start. @throws Error with the response when the call fails */
  call<C extends Call>(call: C, input: ClientInputOf<C>): Promise<OutputOf<C>>
  close(): Promise<void>
}

export async function startServerProcess(
  environment: Readonly<Record<string, string>> = {},
): Promise<ServerProcess> {
  const database = await createTestDatabase()
  const folder = await mkdtemp(join(tmpdir(), 'pone-server-process-'))
  const token = 'join-token-of-the-test'
  const child = spawn(process.execPath, [program], {
    env: {
      ...process.env,
      PONE_DATABASE_URL: database.connectionString,
      PONE_DATA: folder,
      PONE_PORT: '0',
      PONE_CAPTCHA_FIXED: '1234',
      PONE_LOCAL_AGENT_TOKEN: token,
      ...environment,
    },
    stdio: ['pipe', 'pipe', 'pipe'],
  })
  const log: string[] = []
  createInterface({ input: child.stderr }).on('line', line => log.push(line))
  const events = eventsOf(child)
  const { administrator } = (await events('first-run')) as {
    administrator: { account: string; password: string }
  }
  const address = String((await events('listening'))['address'])

  let session = ''
  const ask = async (path: string, input: object): Promise<unknown> => {
    const response = await fetch(`${address}${apiBase}${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', token: session, 'is-admin': 'true' },
      body: JSON.stringify(input),
    })
    const answer = (await response.json()) as { status: number; data: unknown }
    if (answer.status !== 200) throw new Error(`${path}: ${JSON.stringify(answer)}`)
    return answer.data
  }
  const { captchaId } = (await ask(calls.auth.captcha.path, {})) as { captchaId: string }
  const login = { ...administrator, isAdministrator: true, captchaId, captchaCode: '1234' }
  session = ((await ask(calls.auth.login.path, login)) as { token: string }).token
  // The initial password can only be used to set another one.
  const password = 'Kestrel-9'
  const change = { current: administrator.password, password, confirmation: password }
  await ask(calls.auth.changePassword.path, change)

  return {
    address,
    token,
    log,
    memoryBytes: async () => {
      const status = await readFile(`/proc/${child.pid}/status`, 'utf8')
      return Number(/^VmRSS:\s+(\d+)/m.exec(status)?.[1]) * 1024
    },
    call: async <C extends Call>(call: C, input: ClientInputOf<C>) =>
      (await ask(call.path, input as object)) as OutputOf<C>,
    close: async () => {
      const ended = once(child, 'exit')
      child.stdin.end()
      await ended
      await database.close()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/** Returns a function that waits for an event line of the process. */
function eventsOf(child: ChildProcess): (name: string) => Promise<Record<string, unknown>> {
  const events: Record<string, unknown>[] = []
  const waiting = new Set<() => void>()
  const look = () => {
    for (const each of waiting) each()
  }
  if (child.stdout !== null) {
    createInterface({ input: child.stdout }).on('line', line => {
      events.push(JSON.parse(line) as Record<string, unknown>)
      look()
    })
  }
  child.once('exit', look)
  return name =>
    new Promise((resolve, reject) => {
      const find = () => {
        const event = events.find(each => each['event'] === name)
        if (event === undefined && child.exitCode === null && child.signalCode === null) return
        waiting.delete(find)
        if (event === undefined) reject(new Error(`the server ended before it said ${name}`))
        else resolve(event)
      }
      waiting.add(find)
      find()
    })
}
