/** The walls around collection, each without the others: what a target answers, or a collector process itself does, disturbs neither the agent nor other monitors. */
import { spawn } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import type { ReportOf } from '@pone/contract/link/messages.ts'
import type { MonitorBatch } from '@pone/contract/link/monitors.ts'
import { monitorTypeOf } from '@pone/monitors/registry.ts'
import { usualLimits } from '@pone/monitors/transports/machine-limits.ts'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { Collection, type CollectionOptions } from './collection.ts'
import { type CollectorWalls, wallsFor } from './collector-process.ts'
import { Trials } from './trials.ts'

const hostile = new URL('./test-hostile-collector.ts', import.meta.url)
const mib = 1024 ** 2
const frequencyMs = 1_000
/** Longer than a busy machine needs to notice, kill and start again. */
const patience = { timeout: 100_000, interval: 50 }

const repeated = (count: number, line: (index: number) => string): string =>
  Array.from({ length: count }, (_, index) => line(index)).join('')
/** Bytes that a target sends, with their type, made once. */
const bodies: Readonly<Record<string, readonly [string, Buffer]>> = {
  '/metrics': ['text/plain', Buffer.from('up 1\n')],
  '/bomb': ['application/gzip', gzipSync(Buffer.alloc(200 * mib), { level: 1 })],
  '/deep': ['application/json', Buffer.from('['.repeat(4 * mib) + ']'.repeat(4 * mib - 1_000))],
  '/wide': ['application/json', Buffer.from(`[${'{"a":[1]},'.repeat(500_000)}0]`)],
  '/line': ['text/plain', Buffer.from(`up{a="${'x'.repeat(8 * mib - 100)}"} 1\n`)],
  '/labels': ['text/plain', Buffer.from(repeated(60_000, index => `up{a="${index}"} 1\n`))],
  '/regexp': ['text/regexp', Buffer.from('^(?:(a+)+\\1)+b$')],
}
const piece = Buffer.alloc(mib, 'x')

function answer(path: string, response: ServerResponse): void {
  const write = (): void => {
    if (!response.destroyed) response.write(piece, write)
  }
  if (path === '/endless') return write()
  const [type, body] = bodies[path === '/slow' ? '/metrics' : path] ?? ['', Buffer.alloc(0)]
  response.writeHead(200, { 'content-type': type })
  setTimeout(() => response.end(body), path === '/slow' ? 400 : 0)
}

let target: Server
let port = 0
let folder = ''
let collection: Collection | undefined
beforeAll(async () => {
  target = createServer((request, response) => answer(request.url ?? '', response))
  await new Promise<void>(resolve => target.listen(0, '127.0.0.1', resolve))
  port = (target.address() as AddressInfo).port
})
afterAll(() => {
  target.closeAllConnections()
  target.close()
})
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'pone-walls-'))
})
afterEach(async () => {
  await collection?.close()
  collection = undefined
  delete process.env['PONE_ENV_HOSTILE']
  await rm(folder, { recursive: true, force: true })
})

const type = monitorTypeOf('prometheus')
const idOf = (index: number): string => `00000000-0000-4000-8000-${String(index).padStart(12, '0')}`

/** A collection of monitors with these paths, all but the first every `everyMs`, in whose place the server stores every batch. */
async function collect(
  paths: readonly string[],
  { everyMs = frequencyMs, ...options }: Partial<CollectionOptions> & { everyMs?: number } = {},
) {
  const batches: MonitorBatch[] = []
  const log: string[] = []
  const made = new Collection({
    folder,
    spoolBytes: 512 * 1024 ** 2,
    limits: usualLimits(),
    send: message => {
      if (message.kind !== 'monitorBatches') return true
      for (const batch of message.batches) {
        batches.push(batch)
        setImmediate(() => void made.acknowledge(batch))
      }
      return true
    },
    now: Date.now,
    log: text => log.push(text),
    ...options,
  })
  collection = made
  await made.open()
  made.plan({
    types: { it: JSON.parse(JSON.stringify(type)) },
    plans: paths.map((path, index) => ({
      monitorId: idOf(index),
      epoch: 1,
      type: 'it',
      params: { host: '127.0.0.1', port, path },
      frequencyMs: path === '/metrics' ? frequencyMs : everyMs,
      sendIntervalMs: frequencyMs,
    })),
    removed: [],
    isWhole: true,
  })
  const of = <T extends { monitorId: string }>(
    list: (batch: MonitorBatch) => readonly T[],
    path: string,
  ): T[] => batches.flatMap(list).filter(({ monitorId }) => monitorId === idOf(paths.indexOf(path)))
  return {
    collection: made,
    log,
    slots: (path: string) =>
      of(({ rows }) => rows, path)
        .filter(({ part }) => part === 0)
        .map(({ slot }) => slot),
    states: (path: string) => of(({ states }) => states, path),
    gaps: (path: string) => of(({ gaps }) => gaps, path),
  }
}
type Collected = Awaited<ReturnType<typeof collect>>

/** Every slot from the first to the last is there once, or in a gap with its cause, which may be told after it. */
async function expectNamedGaps(collected: Collected, path: string): Promise<void> {
  const last = Math.max(...collected.slots(path))
  await vi.waitFor(() => expectNamedUntil(last, collected, path), patience)
}

function expectNamedUntil(last: number, { slots, gaps, states }: Collected, path: string): void {
  const all = slots(path)
  expect(new Set(all).size).toBe(all.length)
  const inGap = (slot: number) => gaps(path).some(({ from, until }) => slot >= from && slot < until)
  const cause = (slot: number) => states(path).findLast(state => state.slot <= slot)?.cause ?? null
  for (let slot = Math.min(...all); slot < last; slot += frequencyMs) {
    const isThere = all.includes(slot)
    expect({ slot, isThere, isNamed: inGap(slot) || cause(slot) !== null }).toEqual({
      slot,
      isThere,
      isNamed: !isThere,
    })
  }
}

/** Bytes that a process has written to files, pipes and sockets. */
const writtenBytes = async (pid: number): Promise<number> =>
  Number(/^wchar: (\d+)$/m.exec(await readFile(`/proc/${pid}/io`, 'utf8'))?.[1])
const others = (collected: Collected) => expect.poll(() => collected.slots('/metrics').length, patience)

describe('the walls within the process', () => {
  test('leave an answer that is too much one that is named, and the process and all other monitors alone', async () => {
    const attacks = ['/bomb', '/deep', '/wide', '/line', '/labels', '/endless']
    const collected = await collect(['/metrics', ...attacks], {
      everyMs: 10_000,
      walls: { ...wallsFor(10), isWatched: false },
    })
    await others(collected).toBeGreaterThan(1)
    const { pid } = collected.collection
    const named = /^(wrongProduct|malformed|tooLarge|tooManyLabels|timedOut)$/
    const causeOf = (path: string) => {
      const last = collected.states(path).at(-1)
      return last === undefined ? 'none' : (last.cause ?? 'ok')
    }
    for (const path of attacks)
      await expect.poll(() => causeOf(path), patience).toMatch(path === '/line' ? /^ok$/ : named)
    const before = collected.slots('/metrics').length
    await others(collected).toBeGreaterThan(before + 1)
    expect(collected.collection.pid).toBe(pid)
    expect(collected.log).toEqual([])
  }, 240_000)
})

describe('the walls of the process, where there are none within', () => {
  const finds = async (path: string, how: RegExp, walls: CollectorWalls) => {
    const collected = await collect(['/metrics', path], { program: hostile, walls })
    await expect.poll(() => collected.states(path).map(({ cause }) => cause), patience).toContain('setAside')
    expect(collected.states(path).find(({ cause }) => cause === 'setAside')).toMatchObject({
      params: { seconds: '60' },
      detail: expect.stringMatching(how),
    })
    expect(collected.log.join('\n')).toMatch(how)
    // The others go on, with another process.
    const before = collected.slots('/metrics').length
    await others(collected).toBeGreaterThan(before + 2)
    await expectNamedGaps(collected, '/metrics')
    expect(collected.states('/metrics').map(({ cause }) => cause)).not.toContain('setAside')
  }

  test('objects without end: the bound of the heap alone ends it, and the monitor is set aside', async () => {
    await finds('/wide', /heap|signal SIG|exit code/, {
      heapMiB: 160,
      memoryBytes: 64 * 1024 * mib,
      isWatched: false,
    })
  }, 240_000)

  test('buffers without end: the bound of the system alone ends it, and the monitor is set aside', async () => {
    await finds('/bomb', /signal SIG|exit code|memory/, {
      heapMiB: 4_096,
      memoryBytes: 1_024 * mib,
      isWatched: false,
    })
  }, 240_000)

  test('an expression that never ends: the watchdog alone ends it, and the monitor is set aside', async () => {
    // The watchdog counts turns of the agent itself, which therefore does not wait for the expression.
    await finds('/regexp', /stood still/, { heapMiB: 4_096, memoryBytes: 64 * 1024 * mib, isWatched: true })
  }, 240_000)
})

describe('a process that attacks the agent', () => {
  test.each([
    ['values', /more than may be read/],
    ['length', /not understood: a message of 4294967295 bytes/],
    ['garbage', /not understood/],
    ['endless', /stood still/],
  ])(
    '%s: is ended, and takes neither the agent’s memory nor its time',
    async (mode, how) => {
      process.env['PONE_ENV_HOSTILE'] = mode
      const before = process.memoryUsage.rss()
      const lines: string[] = []
      const collected = await collect(['/metrics'], { program: hostile, log: text => lines.push(text) })
      await expect.poll(() => lines.join('\n'), patience).toMatch(how)
      expect((process.memoryUsage.rss() - before) / mib).toBeLessThan(400)
      expect(collected.slots('/metrics').filter(slot => Math.abs(slot - Date.now()) > 120_000)).toEqual([])
    },
    240_000,
  )

  test('what it writes on its error output is cut', async () => {
    process.env['PONE_ENV_HOSTILE'] = 'errors'
    const before = process.memoryUsage.rss()
    const collected = await collect(['/metrics'], { program: hostile })
    await expect.poll(() => collected.collection.pid, patience).toBeDefined()
    const { pid = 0 } = collected.collection
    // Far more than is kept of it.
    await expect.poll(() => writtenBytes(pid), patience).toBeGreaterThan(mib)
    process.kill(pid, 'SIGKILL')
    await expect.poll(() => collected.log.length, patience).toBeGreaterThan(0)
    expect((process.memoryUsage.rss() - before) / mib).toBeLessThan(200)
    expect(collected.log[0]?.length).toBeLessThan(1_200)
  }, 120_000)
})

describe('a process that is ended or stopped from outside', () => {
  test.each(['SIGKILL', 'SIGSTOP'] as const)(
    '%s in mid-collection: nothing twice, and gaps only with their cause',
    async signal => {
      const collected = await collect(['/metrics', '/slow'])
      for (let round = 0; round < 2; round++) {
        const before = collected.slots('/slow').length
        await expect.poll(() => collected.slots('/slow').length, patience).toBeGreaterThan(before + 2)
        const { pid = 0 } = collected.collection
        const known = new Set(collected.slots('/metrics'))
        process.kill(pid, signal)
        const at = Date.now()
        await expect
          .poll(() => collected.slots('/metrics').some(slot => slot > at && !known.has(slot)), patience)
          .toBe(true)
        expect(collected.collection.pid).not.toBe(pid)
      }
      const before = collected.slots('/slow').length
      await expect.poll(() => collected.slots('/slow').length, patience).toBeGreaterThan(before + 2)
      for (const path of ['/metrics', '/slow']) await expectNamedGaps(collected, path)
      // Where the next process takes long, the state tells it before there is an end of the gap.
      const causes = [...collected.gaps('/slow'), ...collected.states('/slow')].map(({ cause }) => cause)
      expect(causes).toContain('collectorEnded')
    },
    240_000,
  )

  test('a test of a target that ends its process is an answer, and no collection is disturbed', async () => {
    const told: ReportOf<'monitorTestSteps'>[] = []
    const trials = new Trials({
      program: hostile,
      walls: { heapMiB: 160, memoryBytes: 64 * 1024 * mib, isWatched: false },
      limits: usualLimits(),
      send: answer => {
        if (answer.kind === 'monitorTestSteps') told.push(answer)
        return true
      },
      log: () => undefined,
    })
    try {
      const testId = idOf(1)
      const file = JSON.parse(JSON.stringify(type))
      trials.ask({
        kind: 'monitorTest',
        testId,
        type: file,
        params: { host: '127.0.0.1', port, path: '/wide' },
        rounds: 0,
      })
      await expect.poll(() => told.at(-1)?.isEnded, patience).toBe(true)
      expect(told.at(-1)?.steps.at(-1)?.problem?.cause).toBe('collectorEnded')
      trials.ask({
        kind: 'monitorTest',
        testId: idOf(2),
        type: file,
        params: { host: '127.0.0.1', port, path: '/metrics' },
        rounds: 0,
      })
      await expect.poll(() => told.at(-1)?.testId === idOf(2) && told.at(-1)?.isEnded, patience).toBe(true)
      expect(
        told.filter(({ testId: id }) => id === idOf(2)).flatMap(({ steps }) => steps.map(({ isOk }) => isOk)),
      ).not.toContain(false)
    } finally {
      await trials.close()
    }
  }, 240_000)
})

test('the process has no secret in its arguments or environment, no right of root that it does not need, and ends when nothing is collected', async () => {
  const collected = await collect(['/metrics'])
  await others(collected).toBeGreaterThan(0)
  const { pid = 0 } = collected.collection
  const [command, environment, status, score] = await Promise.all(
    ['cmdline', 'environ', 'status', 'oom_score_adj'].map(name => readFile(`/proc/${pid}/${name}`, 'utf8')),
  )
  expect(`${command}${environment}`).not.toMatch(/127\.0\.0\.1|PONE_AGENT|PONE_DATABASE/)
  const held = BigInt(`0x${/^CapEff:\s*([0-9a-f]+)/m.exec(status ?? '')?.[1] ?? '0'}`)
  const sysAdmin = 1n << 21n
  expect(held & sysAdmin).toBe(0n)
  expect(score?.trim()).toBe('900')
  collected.collection.stopAll()
  await expect
    .poll(
      () =>
        readFile(`/proc/${pid}/status`, 'utf8').then(
          text => /^State:\s+Z/m.test(text),
          () => true,
        ),
      patience,
    )
    .toBe(true)
  expect(collected.collection.pid).toBeUndefined()
}, 120_000)

test('behind the walls a JVM is still attached to, and a host is reached by echo requests', async () => {
  const source = join(folder, 'Watched.java')
  await writeFile(
    source,
    'class Watched { public static void main(String[] x) throws Exception { Thread.sleep(300000); } }',
  )
  const jvm = spawn('java', ['-XX:TieredStopAtLevel=1', '-Xmx64m', source], { stdio: 'ignore' })
  const told: ReportOf<'monitorTestSteps'>[] = []
  const trials = new Trials({
    limits: usualLimits(),
    send: answer => {
      if (answer.kind === 'monitorTestSteps') told.push(answer)
      return true
    },
    log: () => undefined,
  })
  let asked = 1
  const tried = async (name: string, params: Record<string, string>): Promise<string[]> => {
    const testId = idOf(asked++)
    const file = JSON.parse(JSON.stringify(monitorTypeOf(name)))
    trials.ask({ kind: 'monitorTest', testId, type: file, params, rounds: 0 })
    const own = () => told.filter(each => each.testId === testId)
    await expect.poll(() => own().at(-1)?.isEnded, patience).toBe(true)
    return own().flatMap(({ steps }) => steps.map(step => `${step.key} ${step.problem?.cause ?? 'ok'}`))
  }
  try {
    await expect.poll(() => tried('jvm', { process: String(jvm.pid) }), patience).toContain('threads ok')
    expect(await tried('icmp-availability', { host: '127.0.0.1' })).toContain('reach ok')
  } finally {
    jvm.kill('SIGKILL')
    await trials.close()
  }
}, 240_000)
