import { mkdtemp, readdir, readFile, rm, stat, truncate, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { MonitorBatch, MonitorLayout } from '@pone/contract/link/monitors.ts'
import { afterEach, beforeEach, expect, it } from 'vitest'
import type { DroppedSection } from './dropped-sections.ts'
import { Spool, type SpoolOptions } from './spool.ts'

const monitorId = '5a1fd0a4-5d2c-4a4e-9d53-0d4f0f2f6c11'
const layout: MonitorLayout = {
  key: 1,
  monitorId,
  section: 'cpu',
  columns: [{ counter: 'value', kind: 'gauge', labels: {} }],
}

let folder = ''
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'pone-monitor-spool-'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

const contentAt = (slot: number): Parameters<Spool['append']>[0] => ({
  layouts: [],
  rows: [{ monitorId, section: 'cpu', slot, part: 0, layout: 1, values: 'AAAAAAAA8D8=' }],
  texts: [],
  tables: [],
  states: [],
  gaps: [],
})

async function opened(incarnation: string, options: Partial<SpoolOptions> = {}): Promise<Spool> {
  const spool = new Spool({ folder, incarnation, ...options })
  await spool.open()
  return spool
}

async function fill(spool: Spool, from: number, count: number): Promise<void> {
  for (let slot = from; slot < from + count; slot += 1) await spool.append(contentAt(slot), () => layout)
}

async function readAll(
  spool: Spool,
  after: ReadonlyMap<string, number> = new Map(),
): Promise<MonitorBatch[]> {
  const batches: MonitorBatch[] = []
  for await (const batch of spool.read(after)) batches.push(batch)
  return batches
}

const slotsOf = (batches: readonly MonitorBatch[]): number[] =>
  batches.flatMap(({ rows }) => rows.map(row => row.slot))

const firstFile = async (): Promise<string> => join(folder, (await readdir(folder)).toSorted()[0] ?? '')

it('gives batches of an earlier agent process, then its own, each with the layouts of its rows', async () => {
  await fill(await opened('first', { segmentBytes: 600 }), 1, 5)
  const second = await opened('second', { segmentBytes: 600 })
  await fill(second, 6, 3)
  const batches = await readAll(second)
  expect(batches.map(({ incarnation, seq }) => [incarnation, seq])).toEqual([
    ...[1, 2, 3, 4, 5].map(seq => ['first', seq]),
    ...[1, 2, 3].map(seq => ['second', seq]),
  ])
  expect(slotsOf(batches)).toEqual([1, 2, 3, 4, 5, 6, 7, 8])
  expect(batches.every(({ layouts }) => layouts.some(({ key }) => key === 1))).toBe(true)
})

it('stays within its bound, drops the oldest file, and says which slots were dropped', async () => {
  const dropped: DroppedSection[] = []
  const spool = await opened('own', {
    segmentBytes: 2_000,
    maxBytes: 10_000,
    onDropped: ({ sections }) => dropped.push(...sections),
  })
  await fill(spool, 1, 200)
  const files = await readdir(folder)
  const sizes = await Promise.all(files.map(async name => (await stat(join(folder, name))).size))
  const onDisk = sizes.reduce((sum, size) => sum + size, 0)
  expect(onDisk).toBe(spool.sizeBytes)
  expect(onDisk).toBeLessThanOrEqual(10_000)
  const kept = slotsOf(await readAll(await opened('next')))
  expect(kept).toEqual(Array.from({ length: kept.length }, (_, index) => 201 - kept.length + index))
  // The ranges follow each other, up to the oldest slot that is kept.
  expect(dropped.length).toBeGreaterThan(3)
  expect(dropped.map(({ from }) => from)).toEqual([1, ...dropped.slice(0, -1).map(({ last }) => last + 1)])
  expect(dropped.at(-1)?.last).toBe((kept[0] ?? 0) - 1)
  // What is told as dropped is not sent from memory either.
  const sent: MonitorBatch[] = []
  for await (const batch of spool.read(new Map([['own', 150]]))) sent.push(batch)
  expect(slotsOf(sent)).toEqual(kept)
})

it('does not count as dropped what the server has stored', async () => {
  const dropped: DroppedSection[] = []
  const spool = await opened('own', {
    segmentBytes: 1_000_000,
    maxBytes: 4_000,
    onDropped: ({ sections }) => dropped.push(...sections),
  })
  await fill(spool, 1, 10)
  await spool.acknowledge('own', 6)
  const next = await opened('next', {
    maxBytes: 4_000,
    onDropped: ({ sections }) => dropped.push(...sections),
  })
  await next.acknowledge('own', 6)
  await fill(next, 100, 20)
  expect(dropped).toEqual([{ monitorId, section: 'cpu', from: 7, last: 10 }])
})

it('drops nothing that is on its way to the server, and drops it when it is not any more', async () => {
  let sent = 2
  const dropped: DroppedSection[] = []
  const spool = await opened('own', {
    segmentBytes: 600,
    maxBytes: 1_500,
    onDropped: ({ sections }) => void dropped.push(...sections),
    underWay: () => sent,
  })
  await fill(spool, 1, 12)
  expect(dropped).toEqual([])
  expect(slotsOf(await readAll(spool))).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12])
  sent = 0
  await fill(spool, 13, 1)
  expect(dropped[0]).toMatchObject({ from: 1 })
  const left = slotsOf(await readAll(spool))
  expect(left[0]).toBe((dropped.at(-1)?.last ?? 0) + 1)
  expect(left.at(-1)).toBe(13)
})

it('gives no batch of a file that is dropped while it is read', async () => {
  const dropped: DroppedSection[] = []
  const spool = await opened('own', {
    segmentBytes: 600,
    maxBytes: 4_000,
    onDropped: ({ sections }) => void dropped.push(...sections),
  })
  await fill(spool, 1, 8)
  const slots: number[] = []
  for await (const { rows } of spool.read(new Map())) {
    slots.push(...rows.map(({ slot }) => slot))
    if (slots.length === 1) await fill(spool, 9, 12)
  }
  const last = Math.max(...dropped.map(section => section.last))
  expect(last).toBeGreaterThan(2)
  expect(slots.slice(1).every(slot => slot > last)).toBe(true)
})

it('deletes files whose batches are all stored', async () => {
  await fill(await opened('first', { segmentBytes: 600 }), 1, 6)
  const spool = await opened('second')
  const before = (await readdir(folder)).length
  await spool.acknowledge('first', 3)
  expect((await readdir(folder)).length).toBeLessThan(before)
  expect(slotsOf(await readAll(spool, new Map([['first', 3]])))).toEqual([4, 5, 6])
  await spool.acknowledge('first', 6)
  expect(await readdir(folder)).toEqual([])
})

it('keeps whole batches of a file whose last line was cut by a crash', async () => {
  await fill(await opened('first'), 1, 4)
  const path = await firstFile()
  await truncate(path, (await stat(path)).size - 25)
  expect(slotsOf(await readAll(await opened('second')))).toEqual([1, 2, 3])
})

it('passes over damaged lines in the middle of a file', async () => {
  await fill(await opened('first'), 1, 4)
  const path = await firstFile()
  const [one = '', two = '', three = '', four = ''] = (await readFile(path, 'utf8')).split('\n')
  const broken = [one, two.replace('"rows":[', '"rows":{'), `\0\0\0${three}`, '{"seq":-1}', four, '']
  await writeFile(path, broken.join('\n'))
  const batches = await readAll(await opened('second'))
  expect(slotsOf(batches)).toEqual([1, 4])
  expect(batches[1]?.layouts.map(({ key }) => key)).toEqual([1])
})

it('removes files without any whole batch, and leaves other files alone', async () => {
  await writeFile(join(folder, '000000000001-empty.jsonl'), '')
  await writeFile(join(folder, '000000000002-noise.jsonl'), Buffer.from([0xff, 0xfe, 0x00, 0x0a, 0x80]))
  await writeFile(join(folder, 'note.txt'), 'not a batch')
  const spool = await opened('own')
  expect(await readdir(folder)).toEqual(['note.txt'])
  await fill(spool, 1, 2)
  expect(slotsOf(await readAll(spool))).toEqual([1, 2])
})

it('takes over the files of another spool', async () => {
  const other = join(folder, 'held')
  const held = new Spool({ folder: other, incarnation: 'first-held' })
  await held.open()
  await fill(held, 1, 3)
  const spool = new Spool({ folder, incarnation: 'second' })
  await spool.adopt(other)
  await spool.open()
  expect(slotsOf(await readAll(spool))).toEqual([1, 2, 3])
  expect(await readdir(other)).toEqual([])
})
