import { appendFileSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Batch } from '@pone/contract/link/batch.ts'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { appendCrashBatch } from './crash-batch.ts'
import { JournalWriter, readJournal } from './journal.ts'
import { readLastBatch } from './last-batch.ts'
import { readBatches, SpoolReader, SpoolWriter } from './spool.ts'

const folder = mkdtempSync(join(tmpdir(), 'pone-spool-'))
afterAll(() => rmSync(folder, { recursive: true }))
let spoolPath = ''
let journalPath = ''
let files = 0
beforeEach(() => {
  spoolPath = join(folder, `${++files}.spool`)
  journalPath = join(folder, `${files}.journal`)
})

const batch = (seq: number, changes: Partial<Batch> = {}): Batch => ({
  runId: 'r',
  workerId: 'a/1.x',
  seq,
  second: seq - 1,
  users: 1,
  targetUsers: 1,
  iterations: 0,
  lateStarts: 0,
  droppedStarts: 0,
  sent: seq * 10,
  completed: seq * 10 - 1,
  labels: [],
  errors: [],
  log: [],
  health: null,
  end: null,
  ...changes,
})
function write(...batches: Batch[]): void {
  const writer = new SpoolWriter(spoolPath)
  for (const each of batches) writer.append(each)
  writer.close()
}

describe('the spool', () => {
  test('gives back what was appended, after a sequence number', () => {
    write(batch(1), batch(2), batch(3))
    expect(readBatches(spoolPath)).toEqual([batch(1), batch(2), batch(3)])
    expect(readBatches(spoolPath, 2)).toEqual([batch(3)])
  })
  test('is empty before anything is written', () => {
    expect(readBatches(spoolPath)).toEqual([])
    expect(readLastBatch(spoolPath)).toBeNull()
  })
  test('is read on from where the reader was', () => {
    const reader = new SpoolReader(spoolPath)
    write(batch(1))
    expect(reader.read()).toEqual([batch(1)])
    expect(reader.read()).toEqual([])
    write(batch(2))
    expect(reader.read()).toEqual([batch(2)])
  })
  test('half a last line is left until it is whole', () => {
    write(batch(1))
    const line = `${JSON.stringify(batch(2))}\n`
    const reader = new SpoolReader(spoolPath)
    appendFileSync(spoolPath, line.slice(0, 40))
    expect(reader.read()).toEqual([batch(1)])
    appendFileSync(spoolPath, line.slice(40))
    expect(reader.read()).toEqual([batch(2)])
  })
  test('half a line of a killed writer does not spoil the next one', () => {
    write(batch(1))
    appendFileSync(spoolPath, '{"runId":"r","workerId"')
    write(batch(2))
    expect(readBatches(spoolPath)).toEqual([batch(1), batch(2)])
  })
  test('lines longer than a read are read whole', () => {
    const message = 'x'.repeat(3 * 1024 ** 2)
    const long = batch(2, { log: [{ at: 1, level: 'info', source: 's', message }] })
    write(batch(1), long, batch(3))
    expect(readBatches(spoolPath).map(each => each.seq)).toEqual([1, 2, 3])
    expect(readLastBatch(spoolPath)?.seq).toBe(3)
    write(batch(4, { log: [{ at: 1, level: 'info', source: 's', message }] }))
    appendFileSync(spoolPath, '{"half')
    expect(readLastBatch(spoolPath)?.seq).toBe(4)
  })
  test('damaged lines, however long, are left out', () => {
    write(batch(1))
    appendFileSync(spoolPath, `${'x'.repeat(2 * 1024 ** 2)}\n`)
    write(batch(2))
    expect(readBatches(spoolPath).map(each => each.seq)).toEqual([1, 2])
  })
})

describe('the journal', () => {
  test('holds the last record', () => {
    const journal = new JournalWriter(journalPath)
    expect(readJournal(journalPath)).toEqual({ sent: 0, second: 0 })
    journal.write(7, 1)
    journal.write(2 ** 40, 86_400)
    expect(readJournal(journalPath)).toEqual({ sent: 2 ** 40, second: 86_400 })
    journal.close()
  })
  test('is zero when it is missing or cut', () => {
    expect(readJournal(journalPath)).toEqual({ sent: 0, second: 0 })
    writeFileSync(journalPath, 'abc')
    expect(readJournal(journalPath)).toEqual({ sent: 0, second: 0 })
  })
})

describe('the last batch of a killed worker', () => {
  const crashed = () => ({
    runId: 'r',
    workerId: 'a/1.x',
    spoolPath,
    journalPath,
    at: 1_000,
    detail: 'killed by SIGKILL',
  })
  test('says how many requests are lost', () => {
    write(batch(1), batch(2))
    const journal = new JournalWriter(journalPath)
    journal.write(25, 2)
    journal.close()
    const final = appendCrashBatch(crashed())?.batch
    expect(final).toMatchObject({
      seq: 3,
      second: 2,
      sent: 25,
      completed: 19,
      errors: [{ label: -1, code: 'workerLost', count: 6 }],
      end: { cause: 'crashed', detail: 'killed by SIGKILL', lost: 6 },
    })
    expect(readBatches(spoolPath).at(-1)).toEqual(final)
  })
  test('is the first one when the worker died before its first', () => {
    expect(appendCrashBatch(crashed())?.batch).toMatchObject({
      seq: 1,
      sent: 0,
      errors: [],
      end: { lost: 0 },
    })
  })
  test('is not written over the worker’s own', () => {
    write(batch(1, { end: { cause: 'planned', detail: '', lost: 0 } }))
    expect(appendCrashBatch(crashed())).toBeNull()
    expect(readBatches(spoolPath)).toHaveLength(1)
  })
})
