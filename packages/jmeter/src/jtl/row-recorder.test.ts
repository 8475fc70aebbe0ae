import { batchSchema } from '@pone/contract/link/batch.ts'
import { Counters } from '@pone/metrics/counters.ts'
import { expect, test } from 'vitest'
import { JtlReader } from './reader.ts'
import { RowRecorder, type RowRecorderOptions } from './row-recorder.ts'

const header =
  'timeStamp,elapsed,label,responseCode,responseMessage,success,failureMessage,bytes,sentBytes,allThreads'
const startAtMs = 1_700_000_000_000
const transaction = '"Number of samples in transaction : 2, number of failing samples : 1"'

function recorderOf(lines: readonly string[], options: Partial<RowRecorderOptions> = {}): RowRecorder {
  const recorder = new RowRecorder({ startAtMs, ...options })
  const reader = new JtlReader({ onRow: row => recorder.add(row) })
  reader.push(new TextEncoder().encode(`${[header, ...lines].join('\n')}\n`))
  expect([reader.skipped, reader.fault]).toEqual([0, null])
  return recorder
}
const line = (at: number, elapsed: number, label: string, rest = '200,OK,true,,1000,100,5') =>
  `${startAtMs + at},${elapsed},${label},${rest}`
const countsOf = (recorder: RowRecorder) =>
  recorder
    .takeAll()
    .map(({ second, labels }) => [second, ...labels.map(each => [each.label, each.passed, each.failed])])

test('a row counts in the second of its end, and its label comes with the first second that has it', () => {
  const recorder = recorderOf([
    line(0, 999, 'a'),
    line(0, 1_000, 'a'),
    line(1_500, 100, 'b'),
    line(-9_000, 1, 'a'),
  ])
  const taken = recorder.takeAll()
  expect(taken.map(({ second, names, completed, users }) => ({ second, names, completed, users }))).toEqual([
    {
      second: 0,
      names: [
        { label: 0, name: 'a', kind: 'request', isOverflow: false },
        { label: 1, name: 'b', kind: 'request', isOverflow: false },
      ],
      completed: 2,
      users: 5,
    },
    { second: 1, names: [], completed: 4, users: 5 },
  ])
  expect(taken.map(({ labels }) => labels.map(({ label, passed }) => [label, passed]))).toEqual([
    [[0, 2]],
    [
      [0, 1],
      [1, 1],
    ],
  ])
})

test('seconds have the counters of a batch', () => {
  const [second] = recorderOf([line(0, 12, 'a'), line(0, 40, 'a', '500,Oh,false,,3,4,7')]).takeAll()
  const [counters] = second?.labels ?? []
  expect(batchSchema.shape.labels.safeParse(second?.labels).success).toBe(true)
  expect(batchSchema.shape.errors.safeParse(second?.errors).success).toBe(true)
  expect(counters).toMatchObject({ passed: 1, failed: 1, minUs: 12_000, maxUs: 40_000, sumUs: 52_000 })
  expect(counters).toMatchObject({ sentBytes: 104, receivedBytes: 1_003, phases: null })
  expect(counters && Counters.fromWire(counters).count).toBe(2)
  expect(second?.users).toBe(7)
})

test('a second that is taken is over; what comes late for it is handed over as more of the same second', () => {
  const recorder = recorderOf([line(0, 1, 'a'), line(1_000, 1, 'a'), line(2_000, 1, 'a')])
  expect(recorder.latestSecond).toBe(2)
  expect(recorder.takeBefore(2).map(({ second }) => second)).toEqual([0, 1])
  expect(recorder.takeBefore(2)).toEqual([])
  const reader = new JtlReader({ onRow: row => recorder.add(row) })
  reader.push(new TextEncoder().encode(`${header}\n${line(500, 1, 'a')}\n`))
  expect(countsOf(recorder)).toEqual([
    [0, [0, 1, 0]],
    [2, [0, 1, 0]],
  ])
})

test('the users of a second are those of all machines, each by its last word, also where one is silent', () => {
  const hosts = (text: string) => {
    const recorder = new RowRecorder({ startAtMs })
    const reader = new JtlReader({ onRow: row => recorder.add(row) })
    reader.push(new TextEncoder().encode(`timeStamp,elapsed,label,success,allThreads,Hostname\n${text}`))
    return recorder.takeAll().map(({ second, users }) => [second, users])
  }
  const at = (ms: number, users: number, host: string) => `${startAtMs + ms},1,a,true,${users},${host}\n`
  const [one, two] = ['load-1', 'load-2']
  expect(
    hosts(
      at(0, 3, one) +
        at(10, 4, two) +
        at(20, 5, one) +
        at(1_000, 6, two) +
        at(2_000, 7, one) +
        at(90_000, 2, two),
    ),
  ).toEqual([
    [0, 9],
    [1, 11],
    [2, 13],
    [90, 2],
  ])
  // The concatenated files of two machines.
  expect(hosts(at(0, 5, one) + at(1_000, 5, one) + at(0, 6, two) + at(1_000, 6, two))).toEqual([
    [0, 11],
    [1, 11],
  ])
})

test('the parts of a request’s time are those that JMeter measured', () => {
  const parts = (text: string) => {
    const recorder = new RowRecorder({ startAtMs })
    const reader = new JtlReader({ onRow: row => recorder.add(row) })
    reader.push(new TextEncoder().encode(text))
    return recorder.takeAll()[0]?.labels[0]?.phases
  }
  const columns = 'timeStamp,elapsed,label,success,Latency,Connect\n'
  const times = (elapsed: number, latency: string, connect: string) =>
    `${startAtMs},${elapsed},a,true,${latency},${connect}\n`
  const none = { count: 0, sumUs: 0 }
  expect(parts(columns + times(100, '60', '20') + times(50, '40', '0') + times(9, '0', '0'))).toEqual({
    dns: none,
    connect: { count: 1, sumUs: 20_000 },
    tls: none,
    firstByte: { count: 2, sumUs: 80_000 },
    transfer: { count: 2, sumUs: 50_000 },
  })
  // A connection that failed, and clocks that were set.
  expect(parts(columns + times(30, '0', '30') + times(5, '9', '-1'))).toMatchObject({
    connect: { count: 1, sumUs: 30_000 },
    firstByte: none,
  })
  expect(parts(columns + times(30, '', ''))).toBeNull()
  expect(parts(`timeStamp,elapsed,label,success\n${startAtMs},5,a,true\n`)).toBeNull()
})

test('transactions are labels of their own, bring no bytes and no errors; empty ones are left out', () => {
  const failed = `,${transaction},false,,1000,100,5`
  const empty = ',"Number of samples in transaction : 0, number of failing samples : 0",true,,0,0,5'
  const recorder = recorderOf([line(0, 9, 'buy', failed), line(0, 8, 'buy'), line(0, 0, 'none', empty)])
  const [second] = recorder.takeAll()
  expect(second?.names).toEqual([
    { label: 0, name: 'buy', kind: 'transaction', isOverflow: false },
    { label: 1, name: 'buy', kind: 'request', isOverflow: false },
  ])
  expect(second?.labels.map(({ failed: bad, receivedBytes }) => [bad, receivedBytes])).toEqual([
    [1, 0],
    [0, 1_000],
  ])
  expect([second?.errors, second?.completed, recorder.leftOut]).toEqual([[], 1, 1])
})

test('failures are grouped by code and message', () => {
  const rests = [
    '503,Service Unavailable,false,,1,1,5',
    '503,Service Unavailable,false,,1,1,5',
    'Non HTTP response code: java.net.ConnectException,Non HTTP response message: refused,false,,1,1,5',
    '200,OK,false,size was 123456789,1,1,5',
    ',,false,,1,1,5',
  ]
  const [second] = recorderOf(rests.map(rest => line(0, 9, 'a', rest))).takeAll()
  expect(second?.errors.map(({ code, message, count, label }) => [code, message, count, label])).toEqual([
    ['HTTP 503', 'Service Unavailable', 2, 0],
    ['java.net.ConnectException', 'refused', 1, 0],
    ['assertion', 'size was {n}', 1, 0],
    ['failed', '', 1, 0],
  ])
})

test('labels beyond the limit count under one of their kind', () => {
  const requests = Array.from({ length: 9 }, (_, index) => line(0, 1, `r${index}`))
  const rest = `,${transaction},true,,1,1,5`
  const transactions = Array.from({ length: 3 }, (_, index) => line(0, 1, `t${index}`, rest))
  const [second] = recorderOf([...requests, ...transactions], { maxLabels: 6 }).takeAll()
  expect(second?.names.slice(3)).toEqual([
    { label: 3, name: 'r3', kind: 'request', isOverflow: false },
    { label: 4, name: 'other', kind: 'request', isOverflow: true },
    { label: 5, name: 'other', kind: 'transaction', isOverflow: true },
  ])
  expect(second?.labels.slice(3).map(({ passed }) => passed)).toEqual([1, 5, 3])
})

test('a name of any length is cut, and stays apart from one that begins like it', () => {
  const long = 'x'.repeat(600_000)
  const [second] = recorderOf([`${long}a`, `${long}b`, `${long}a`].map(name => line(0, 1, name))).takeAll()
  expect(second?.names.map(({ name }) => name.length)).toEqual([500, 500])
  expect(second?.labels.map(({ passed }) => passed)).toEqual([2, 1])
})

test('parts of samples count only when that is asked for', () => {
  const part = '<sample t="1" ts="1700000000000" s="true" lb="a-0"/>'
  const text = `<testResults><sample t="3" ts="1700000000000" s="true" lb="a">${part}</sample></testResults>`
  const namesWith = (countsSubSamples: boolean) => {
    const recorder = new RowRecorder({ startAtMs, countsSubSamples })
    const reader = new JtlReader({ onRow: row => recorder.add(row) })
    reader.push(new TextEncoder().encode(text))
    return [recorder.takeAll().flatMap(({ names }) => names.map(({ name }) => name)), recorder.leftOut]
  }
  expect(namesWith(false)).toEqual([['a'], 1])
  expect(namesWith(true)).toEqual([['a-0', 'a'], 0])
})
