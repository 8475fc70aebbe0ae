/** The server as a process: its output for the parent process, its data folder, and its shutdown. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm, stat } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { calls } from '@pone/contract/calls/registry.ts'
import { defaultPasswordRule } from '@pone/contract/entities/security.ts'
import { fitsRule } from '@pone/contract/password-rule.ts'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from './adapters/database/test-database.ts'

const program = fileURLToPath(new URL('main.ts', import.meta.url))
const dataFolder = await mkdtemp(join(tmpdir(), 'pone-main-'))
let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
const children: ChildProcess[] = []
afterEach(() => {
  for (const child of children.splice(0)) child.kill('SIGKILL')
})
afterAll(async () => {
  await database.close()
  await rm(dataFolder, { recursive: true, force: true })
})

interface Started {
  readonly child: ChildProcess
  readonly events: Record<string, unknown>[]
  /** Exit code. */
  readonly ended: Promise<number>
}

/** Resolves when it listens or has exited. */
async function start(environment: Record<string, string> = {}): Promise<Started> {
  const child = spawn(process.execPath, [program], {
    env: {
      ...process.env,
      PONE_DATABASE_URL: database.connectionString,
      PONE_DATA: dataFolder,
      PONE_PORT: '0',
      PONE_DEMO_TARGET_URL: 'http://127.0.0.1:9',
      PONE_CAPTCHA_FIXED: '1234',
      ...environment,
    },
    stdio: ['pipe', 'pipe', 'ignore'],
  })
  children.push(child)
  const events: Record<string, unknown>[] = []
  const ended = once(child, 'exit').then(([code]) => Number(code))
  const ready = new Promise<void>(resolve => {
    if (child.stdout === null) return
    createInterface({ input: child.stdout }).on('line', line => {
      const event = JSON.parse(line) as Record<string, unknown>
      events.push(event)
      if (event['event'] === 'listening') resolve()
    })
  })
  await Promise.race([ready, ended])
  return { child, events, ended }
}

const addressOf = ({ events }: Started): string =>
  String(events.find(each => each['event'] === 'listening')?.['address'])

async function ask(
  started: Started,
  path: string,
  body: object,
  token = '',
): Promise<{ status: number; data: unknown }> {
  const response = await fetch(`${addressOf(started)}/apm-api${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', token },
    body: JSON.stringify(body),
  })
  return (await response.json()) as { status: number; data: unknown }
}

interface Accounts {
  administrator: { account: string; password: string }
  tester: { account: string; password: string }
}
const readAccess = async () =>
  JSON.parse(await readFile(join(dataFolder, 'demo-access.json'), 'utf8')) as {
    account: string
    token: string
    projectId: string
  }

test('the first start makes accounts and a demo project, later ones use them; the end of stdin or SIGTERM ends it', async () => {
  const first = await start()
  expect(first.events.map(({ event }) => event)).toEqual(['first-run', 'listening'])
  const { administrator, tester } = first.events[0] as unknown as Accounts
  for (const each of [administrator, tester]) {
    expect(fitsRule(each.password, defaultPasswordRule)).toBe(true)
    const { data } = await ask(first, calls.auth.captcha.path, {})
    const { captchaId } = data as { captchaId: string }
    const isAdministrator = each === administrator
    const login = { ...each, isAdministrator, captchaId, captchaCode: '1234' }
    expect(await ask(first, calls.auth.login.path, login)).toMatchObject({
      data: { account: each.account, mustChangePassword: isAdministrator },
    })
  }
  const access = await readAccess()
  expect((await stat(join(dataFolder, 'demo-access.json'))).mode & 0o777).toBe(0o600)
  expect((await stat(join(dataFolder, 'secret.key'))).mode & 0o777).toBe(0o600)
  const scope = { projectId: access.projectId }
  const home = await ask(first, calls.project.home.path, scope, access.token)
  expect(home).toMatchObject({ data: { components: 2, scenarios: 1, members: 1 } })
  first.child.stdin?.end()
  expect(await first.ended).toBe(0)

  const second = await start({ PONE_DEMO_TARGET_URL: 'http://127.0.0.1:19' })
  expect(second.events.map(({ event }) => event)).toEqual(['listening'])
  expect(await readAccess()).toEqual(access)
  expect(await ask(second, calls.project.get.path, scope, access.token)).toMatchObject({
    data: { code: 'DEMO' },
  })
  const tree = (await ask(second, calls.component.tree.path, scope, access.token)).data as {
    id: string
    kind: string
  }[]
  const documents = await Promise.all(
    tree
      .filter(({ kind }) => kind === 'component')
      .map(({ id }) => ask(second, calls.component.get.path, { ...scope, id }, access.token)),
  )
  // Both have moved to the shop's new address, the one over WebSocket with the variable that names it.
  const settings = { http: { baseUrl: 'http://127.0.0.1:19' } }
  expect(documents).toMatchObject([
    { data: { document: { settings, variables: [] } } },
    { data: { document: { settings, variables: [{ name: 'shopSocket', value: 'ws://127.0.0.1:19' }] } } },
  ])
  second.child.kill('SIGTERM')
  expect(await second.ended).toBe(0)
})

test('a port that is taken is told in one sentence', async () => {
  const other = createServer().listen(0, '127.0.0.1')
  await once(other, 'listening')
  const { port } = other.address() as AddressInfo
  const { events, ended } = await start({ PONE_PORT: String(port) })
  expect(await ended).toBe(1)
  expect(events.at(-1)).toEqual({ event: 'fatal', message: `Port ${port} is taken by another program.` })
  other.close()
})

test('an environment that lacks something is told in one sentence', async () => {
  const { events, ended } = await start({ PONE_DATABASE_URL: '', PONE_PORT: 'x' })
  expect(await ended).toBe(1)
  expect(events).toEqual([{ event: 'fatal', message: expect.stringMatching(/PONE_DATABASE_URL.*PONE_PORT/) }])
})

test('a database that does not exist is told in one sentence', async () => {
  const missing = new URL(database.connectionString.replace('@/', '@localhost/'))
  missing.pathname = '/no_such_database'
  const url = missing.href.replace('@localhost/', '@/')
  const { events, ended } = await start({ PONE_DATABASE_URL: url })
  expect(await ended).toBe(1)
  expect(events).toEqual([{ event: 'fatal', message: expect.stringContaining('no_such_database') }])
})
