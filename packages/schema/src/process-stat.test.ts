import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { processStatOf } from './process-stat.ts'

test('the fields of a process are those of the manual, whatever its name contains', () => {
  const fields = Array.from({ length: 50 }, (_, at) => String(at + 4))
  expect(processStatOf(`42 (a) S (b c) Z ${fields.join(' ')}\n`)).toEqual({
    pid: 42,
    name: 'a) S (b c',
    state: 'Z',
    parentPid: 4,
    majorFaults: 12,
    userTicks: 14,
    systemTicks: 15,
    threads: 20,
    startTicks: 22,
    residentBytes: 24 * 4_096,
  })
})

test('the kernel’s own line is read', () => {
  expect(processStatOf(readFileSync('/proc/self/stat', 'utf8'))).toMatchObject({
    pid: process.pid,
    parentPid: process.ppid,
  })
})

test.each(['', 'no such process', '42 (unfinished'])(
  'what is no line of a process gives nothing: %j',
  text => {
    expect(processStatOf(text)).toBeNull()
  },
)
