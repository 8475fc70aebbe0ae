/** Counts of access logs in real processes: what they may read and do, whose they are, and how they end. */
import { randomUUID } from 'node:crypto'
import { chmod, mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { causeText } from '@pone/contract/told-cause.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { LogCounts, type LogCountsOptions } from './log-counts.ts'

const patience = { timeout: 30_000, interval: 50 }
const projectId = randomUUID()
let folder = ''
let allowed = ''
let log = ''
const open: LogCounts[] = []

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'pone-log-counts-'))
  // The process has an account of its own where the agent is root.
  await chmod(folder, 0o755)
  allowed = join(folder, 'nginx')
  await mkdir(allowed)
  log = join(allowed, 'access.log')
  const now = Date.now()
  const line = (ageHours: number, path: string) =>
    `${new Date(now - ageHours * 3_600_000).toISOString()} 10.0.0.1 GET ${path} 200 100\n`
  await writeFile(log, line(30, '/old') + line(1, '/orders/1') + line(0.5, '/orders/2'), { mode: 0o600 })
  await writeFile(join(folder, 'secret.log'), 'secret')
  await symlink(join(folder, 'secret.log'), join(allowed, 'access-link.log'))
})
afterAll(async () => {
  for (const counts of open) counts.close()
  await rm(folder, { recursive: true })
})

function countsWith(more: Partial<LogCountsOptions> = {}): LogCounts {
  const counts = new LogCounts({ folders: [allowed], isBusy: () => false, ...more })
  open.push(counts)
  return counts
}
const program = new URL('./test-hostile-program.ts', import.meta.url)
const order = () => ({
  path: log,
  logFormat: '$time_iso8601 $remote_addr $request_method $request_uri $status $body_bytes_sent',
  hours: null,
})
const hostile = (logFormat: string) => ({ ...order(), logFormat })
const idOf = () => ({ countId: randomUUID(), projectId })
const refusal = async (work: Promise<unknown>) =>
  work.then(
    () => 'allowed',
    (cause: unknown) => (cause instanceof Error ? causeText(cause.message, 'en') : 'unknown'),
  )

async function endOf(counts: LogCounts, id: ReturnType<typeof idOf>) {
  await expect.poll(() => counts.state(id)?.state, patience).not.toBe('counting')
  return counts.state(id)
}
const causeOf = async (counts: LogCounts, id: ReturnType<typeof idOf>) => {
  const end = await endOf(counts, id)
  return end?.state === 'failed' ? causeText(end.cause, 'en') : end?.state
}

test('a log that only the agent may read is counted, for the project that asked, all of it or a period', async () => {
  const counts = countsWith()
  const id = idOf()
  await counts.start(id, order(), false)
  expect(counts.isCounting).toBe(true)
  expect(await endOf(counts, id)).toMatchObject({
    state: 'counted',
    isCut: false,
    document: { source: { name: log }, requests: 3 },
  })
  expect(counts.state({ ...id, projectId: randomUUID() })).toBeNull()
  counts.end({ ...id, projectId: randomUUID() })
  expect(counts.state(id)?.state).toBe('counted')
  const part = idOf()
  await counts.start(part, { ...order(), hours: 2 }, false)
  expect(await endOf(counts, part)).toMatchObject({ document: { requests: 2 } })
  // The one before gave way.
  expect(counts.state(id)).toBeNull()
  counts.end(part)
  expect(counts.state(part)).toBeNull()
})

test.each([
  ['a file outside the folders', () => join(folder, 'secret.log')],
  ['a link that leads outside', () => join(allowed, 'access-link.log')],
  ['a path that climbs out', () => `${allowed}/../secret.log`],
  ['a folder', () => allowed],
  ['a device', () => '/dev/zero'],
])('%s is refused with the setting that would allow it', async (_, path) => {
  const counts = countsWith()
  expect(await refusal(counts.start(idOf(), { ...order(), path: path() }, true))).toContain(
    'PONE_AGENT_ACCESS_LOGS=',
  )
  expect(counts.isCounting).toBe(false)
})

test('without a setting, logs are for projects that have the machine for themselves; an empty one allows none', async () => {
  expect(await refusal(countsWith({ folders: null }).files(false))).toContain('other projects may use')
  expect(await refusal(countsWith({ folders: null }).files(true))).toBe('allowed')
  expect(await refusal(countsWith({ folders: [] }).files(true))).toContain('does not allow access logs')
  expect((await countsWith().files(false)).map(({ path }) => path)).toEqual([log])
})

test('a missing file is told as such', async () => {
  const path = join(allowed, 'access.log.9')
  expect(await refusal(countsWith().start(idOf(), { ...order(), path }, true))).toContain(
    'not there any more',
  )
})

test('a machine counts one log at a time, none beside a run, and gives way to a run', async () => {
  const counts = countsWith({ program })
  const id = idOf()
  await counts.start(id, hostile('silent'), true)
  expect(await refusal(counts.start(idOf(), order(), true))).toContain('counting another access log')
  counts.giveWay()
  expect(await causeOf(counts, id)).toContain('at work on a run')
  expect(await refusal(countsWith({ isBusy: () => true }).start(idOf(), order(), true))).toContain(
    'at work on a run',
  )
})

test('a count gives way to a run that begins while its log is opened, and no process starts', async () => {
  let asked = 0
  const counts = new LogCounts({
    folders: [allowed],
    isBusy: () => false,
    get program() {
      asked += 1
      return program
    },
  })
  open.push(counts)
  const id = idOf()
  const starting = counts.start(id, hostile('silent'), true)
  counts.giveWay()
  await starting
  expect(await causeOf(counts, id)).toContain('at work on a run')
  expect(asked).toBe(0)
})

test('a count that nobody asks for is ended and forgotten', async () => {
  const counts = countsWith({ program, leaseMs: 200 })
  const id = idOf()
  await counts.start(id, hostile('silent'), true)
  await expect.poll(() => counts.isCounting, patience).toBe(false)
  expect(counts.state(id)).toBeNull()
})

test('a count that takes too long is ended with its cause', async () => {
  const counts = countsWith({ program, limitMs: 300 })
  const id = idOf()
  await counts.start(id, hostile('silent'), true)
  expect(await causeOf(counts, id)).toContain('counting took longer')
})

test.each(['liar', 'glutton', 'quitter'])(
  'a program that the log has taken over as a %s is ended',
  async name => {
    const counts = countsWith({ program })
    const id = idOf()
    await counts.start(id, hostile(name), true)
    expect(await causeOf(counts, id)).toContain('the counting program ended unexpectedly')
  },
)

test('a program that the log has taken over reads and writes no file and starts no program', async () => {
  const counts = countsWith({ program })
  const id = idOf()
  await counts.start(id, hostile('thief'), true)
  expect(await causeOf(counts, id)).toContain('refused: read, write, start')
})
