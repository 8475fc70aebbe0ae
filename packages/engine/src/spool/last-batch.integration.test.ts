import { appendFileSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Batch } from '@pone/contract/link/batch.ts'
import { afterAll, expect, test } from 'vitest'
import { readLastBatch } from './last-batch.ts'

const folder = mkdtempSync(join(tmpdir(), 'pone-last-batch-'))
afterAll(() => rmSync(folder, { recursive: true }))

const line = (seq: number, message = ''): string => {
  const batch: Batch = {
    runId: 'run',
    workerId: 'agent/1.1',
    seq,
    second: seq,
    users: 1,
    targetUsers: 1,
    iterations: 0,
    lateStarts: 0,
    droppedStarts: 0,
    sent: 0,
    completed: 0,
    labels: [],
    errors: [],
    log: [{ at: 1, level: 'info', source: 'test', message }],
    health: null,
    end: null,
  }
  return `${JSON.stringify(batch)}\n`
}
const wide = 'x'.repeat(100_000)

test.each([
  ['no lines', '', undefined],
  ['one line', line(1), 1],
  ['several lines', line(1) + line(2) + line(3), 3],
  ['a cut last line', line(1) + line(2).slice(0, 30), 1],
  ['a damaged last line', `${line(1)}{"seq":\n`, 1],
  ['only half a line', line(1).slice(0, 30), undefined],
  ['a last line longer than the first look', line(1) + line(2, wide), 2],
  ['a long damaged end', `${line(1)}${wide}${wide}${wide}\n`, 1],
  ['many lines', Array.from({ length: 5_000 }, (_, index) => line(index + 1)).join(''), 5_000],
])('of a spool with %s the last batch is found', (name, text, seq) => {
  const path = join(folder, name)
  appendFileSync(path, text)
  expect(readLastBatch(path)?.seq).toBe(seq)
})

test('a spool that does not exist has no batch', () => {
  expect(readLastBatch(join(folder, 'absent'))).toBeNull()
})
