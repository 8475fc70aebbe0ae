import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { calls } from '@pone/contract/calls/registry.ts'
import { isProcessAlive } from '@pone/embedded-postgres/process-table.ts'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { z } from 'zod'
import { createApiClient } from '../demo/api-client.ts'
import { exitCodes } from '../exit-codes.ts'
import { descendantsOf, spawnUp, type UpProcess } from './up-process.ts'

const startPatienceMs = 300_000
let folder = ''
const started: UpProcess[] = []

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'pone-up-'))
})

afterEach(async () => {
  for (const up of started.splice(0)) {
    up.child.kill('SIGTERM')
    await up.exit
  }
  await rm(folder, { recursive: true, force: true })
})

function start(args: readonly string[] = [], env: Readonly<Record<string, string>> = {}): UpProcess {
  const up = spawnUp(['--data', join(folder, 'data'), '--port', '0', ...args], env)
  started.push(up)
  return up
}

const pidOf = (up: UpProcess): number => up.child.pid ?? 0

async function findProcess(up: UpProcess, part: RegExp): Promise<number> {
  const found = [...(await descendantsOf(pidOf(up)))].find(([, command]) => part.test(command))
  if (found === undefined) throw new Error(`no process ${String(part)}`)
  return found[0]
}

const databaseProcess = /\bpostgres -D /
const answers = async (address: string) =>
  (await createApiClient(address, '').send(calls.system.info, {})).version

/** Names and states of the monitors that the first start makes. */
async function demoMonitors(address: string): Promise<string[][]> {
  const text = await readFile(join(folder, 'data', 'demo-access.json'), 'utf8')
  const { token, projectId } = z.object({ token: z.string(), projectId: z.string() }).parse(JSON.parse(text))
  const { rows } = await createApiClient(address, token).send(calls.monitor.list, { projectId })
  return rows.map(({ name, state }) => [name, state])
}

test(
  'an installation starts, survives the loss of its database and its server, and nothing outlives a kill -9',
  async () => {
    const first = start()
    const address = await first.ready
    expect(await answers(address)).toMatch(/./)
    expect(first.output()).toMatch(/administrator: \S+ {2}password: \S+/)
    expect(first.output().match(/^ready:/gm)).toHaveLength(1)

    await expect
      .poll(() => demoMonitors(address), { timeout: 60_000, interval: 500 })
      .toEqual([
        ['Pone 数据库 Pone database', 'up'],
        ['本机 This machine', 'up'],
        ['演示商城 Demo shop', 'up'],
      ])

    const other = start()
    expect(await other.exit).toBe(exitCodes.alreadyRunning)
    expect(other.output()).toContain(`Pone already runs at ${address}`)

    const database = await findProcess(first, databaseProcess)
    process.kill(database, 'SIGKILL')
    await expect.poll(() => findProcess(first, databaseProcess), { timeout: 30_000 }).not.toBe(database)
    const server = await findProcess(first, /server\/src\/main\.ts/)
    // With it the server monitors the disk of the database.
    expect(await readFile(`/proc/${server}/environ`, 'utf8')).toContain(
      `PONE_DATABASE_FOLDER=${join(folder, 'data', 'postgresql')}\0`,
    )
    process.kill(server, 'SIGKILL')
    await expect.poll(() => answers(address), { timeout: 30_000 }).toMatch(/./)
    expect(first.output()).toContain('The server ended (killed by SIGKILL) and is started again.')

    const below = await descendantsOf(pidOf(first))
    expect(below.size).toBeGreaterThan(3)
    process.kill(pidOf(first), 'SIGKILL')
    const alive = async () => {
      const states = await Promise.all([...below.keys()].map(pid => isProcessAlive(pid)))
      return states.filter(Boolean).length
    }
    await expect.poll(alive, { timeout: 30_000 }).toBe(0)

    const second = start()
    expect(await answers(await second.ready)).toMatch(/./)
    expect(second.output()).not.toContain('password:')
    const belowSecond = await descendantsOf(pidOf(second))
    second.child.kill('SIGINT')
    expect(await second.exit).toBe(exitCodes.ok)
    for (const pid of belowSecond.keys()) expect(await isProcessAlive(pid)).toBe(false)
    expect(await readFile(join(folder, 'data', 'lock'), 'utf8')).toBe('')
    expect((await stat(join(folder, 'data', 'agent-token'))).mode & 0o077).toBe(0)
  },
  startPatienceMs,
)

test('a taken port ends the start with one sentence', async () => {
  const holder = createServer()
  const port = await new Promise<number>(resolve =>
    holder.listen(0, '127.0.0.1', () => {
      const bound = holder.address()
      resolve(typeof bound === 'object' && bound !== null ? bound.port : 0)
    }),
  )
  const up = start(['--port', String(port)])
  expect(await up.exit).toBe(exitCodes.portTaken)
  expect(up.output()).toBe(`pone: Port ${port} is taken by another program; choose another one with --port.`)
  holder.close()
})

test('a database that cannot be reached ends the start with one sentence without its password', async () => {
  const up = start([], { DATABASE_URL: 'postgresql://me:secret@127.0.0.1:1/pone' })
  expect(await up.exit).toBe(exitCodes.databaseUnreachable)
  expect(up.output().split('\n').at(-1)).toBe(
    'pone: The database of DATABASE_URL (127.0.0.1:1/pone) cannot be used: nothing listens there.',
  )
  expect(up.output()).not.toContain('secret')
})

test('a data folder that cannot be one ends the start with one sentence', async () => {
  await writeFile(join(folder, 'data'), '')
  const up = start()
  expect(await up.exit).toBe(exitCodes.folderUnusable)
  expect(up.output()).toMatch(/^pone: .* cannot be a folder because a file is in its way; .*\.$/)
})

test.each([
  [['--colour', 'red'], /Unknown option '--colour'/],
  [['--port', 'x'], /--port must be a number/],
])('%j is refused as misuse', async (args, sentence) => {
  const up = start(args)
  expect(await up.exit).toBe(exitCodes.usage)
  expect(up.output()).toMatch(sentence)
})
