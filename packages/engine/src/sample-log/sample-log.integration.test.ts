import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { RunPlan } from '@pone/contract/link/plan.ts'
import { labelsOf } from '@pone/plan/scenario/labels.ts'
import { afterAll, afterEach, beforeEach, expect, test } from 'vitest'
import { counted, planOf, requestStep, WorkerHarness } from '../worker/worker-harness.ts'
import { SampleFile } from './sample-file.ts'

let harness: WorkerHarness
beforeEach(async () => {
  harness = await WorkerHarness.open()
})
afterEach(() => harness.close())
const folder = mkdtempSync(join(tmpdir(), 'pone-samples-'))
afterAll(() => rmSync(folder, { recursive: true }))

async function logOf(
  changes: Partial<RunPlan>,
  model: RunPlan['loadModel'] = {
    kind: 'constant',
    users: 5,
    rampUpSeconds: 0,
    durationSeconds: 0,
    loops: 20,
  },
): Promise<string[][]> {
  const { worker, target } = harness
  const samplePath = join(harness.folder, 'samples.csv')
  const plan = planOf(
    {
      steps: [
        {
          id: 't',
          name: 'buy, "quick"',
          kind: 'transaction',
          children: [
            requestStep(`${target.url}/a`),
            requestStep(`${target.url}/bad`, { id: 'r2', name: 'bad' }),
          ],
        },
      ],
    },
    model,
    changes,
  )
  if (plan.drive === 'arrivals') plan.labels = labelsOf(plan.components, 'arrivals')
  target.answer = (request, response) => response.writeHead(request.url === '/bad' ? 500 : 200).end('x')
  const { spoolPath, journalPath } = worker
  const share = { from01: 0, to01: 1 }
  worker.send({
    kind: 'prepare',
    plan,
    share,
    workerId: 'a/1.x',
    spoolPath,
    journalPath,
    filePaths: {},
    samplePath,
  })
  expect((await worker.until('prepared')).error).toBeNull()
  worker.send({ kind: 'start', startAt: Date.now() })
  await worker.until('ended')
  await worker.exited
  if (!existsSync(samplePath)) return []
  const fields = /("(?:[^"]|"")*"|[^,]*)(,|$)/g
  return readFileSync(samplePath, 'utf8')
    .trimEnd()
    .split('\n')
    .map(line => [...line.matchAll(fields)].slice(0, line.length).map(([, field = '']) => field))
}

test('the CSV log has a line for every request and transaction that was counted', async () => {
  const beganAt = Date.now()
  const [header = [], ...lines] = await logOf({ sampleLog: 'csv' })
  const endedAt = Date.now()
  const { batches } = harness.worker
  const column = (name: string) => lines.map(line => line[header.indexOf(name)])
  expect(lines).toHaveLength(counted(batches, 0) + counted(batches, 1) + counted(batches, 2))
  expect(lines).toHaveLength(300)
  expect(column('kind').filter(kind => kind === 'transaction')).toHaveLength(100)
  expect(new Set(column('label'))).toEqual(new Set(['get', 'bad', '"buy, ""quick"""']))
  expect(column('code').filter(code => code === 'HTTP 500')).toHaveLength(100)
  expect(new Set(column('user'))).toEqual(new Set(['1', '2', '3', '4', '5']))
  expect(new Set(column('url'))).toContain(`${harness.target.url}/a`)
  // The worker reads a clock of its own, which may differ by milliseconds.
  const isOfRun = (at: number) => at >= beganAt - 1_000 && at <= endedAt + 1_000
  expect(column('timestampMs').filter(at => !isOfRun(Number(at)))).toEqual([])
})

test('the JTL log has the columns that JMeter reads', async () => {
  const [header = [], ...lines] = await logOf({ sampleLog: 'jtl' })
  const rows = lines.map(line => Object.fromEntries(header.map((name, index) => [name, line[index] ?? ''])))
  expect(rows).toHaveLength(300)
  const bad = rows.find(row => row['label'] === 'bad')
  expect(bad).toMatchObject({ responseCode: '500', success: 'false', dataType: 'text', IdleTime: '0' })
  expect(bad?.['threadName']).toMatch(/^shop 1-\d$/)
  for (const name of [
    'timeStamp',
    'elapsed',
    'bytes',
    'sentBytes',
    'grpThreads',
    'allThreads',
    'Latency',
    'Connect',
  ]) {
    expect(rows.every(row => /^\d+$/.test(row[name] ?? ''))).toBe(true)
  }
  expect(rows.every(row => Number(row['Latency']) <= Number(row['elapsed']) + 1)).toBe(true)
})

test('with traces every request begins one of its own, which its line, its failure and the slowest of a second tell', async () => {
  const [header = [], ...lines] = await logOf({ sampleLog: 'csv', traces: true })
  const { batches } = harness.worker
  const sent = [...harness.target.traceparents].map(String)
  const traceAt = header.indexOf('traceId')
  expect(traceAt).toBe(header.indexOf('url') + 1)
  const requests = lines.filter(line => line[header.indexOf('kind')] === 'request')
  const ids = requests.map(line => line[traceAt] ?? '')
  expect(sent.every(each => /^00-[0-9a-f]{32}-[0-9a-f]{16}-01$/.test(each))).toBe(true)
  expect(new Set(ids)).toEqual(new Set(sent.map(each => each.slice(3, 35))))
  expect(new Set(ids).size).toBe(200)
  const failed = batches.flatMap(({ errors }) => errors.flatMap(({ sample }) => sample?.traceId ?? []))
  expect(failed.length).toBeGreaterThan(0)
  expect(failed.every(id => ids.includes(id))).toBe(true)
  const slow = batches.flatMap(({ traces = [] }) => traces)
  // Labels of both requests; the transaction around them has none.
  expect(new Set(slow.map(({ label }) => label))).toEqual(new Set([1, 2]))
  expect(slow.every(({ traceId }) => ids.includes(traceId))).toBe(true)
})

test('without traces nothing of them is sent or told', async () => {
  const [header = []] = await logOf({ sampleLog: 'csv' })
  expect(header).not.toContain('traceId')
  expect(harness.target.traceparents).toEqual(new Set([undefined]))
  expect(harness.worker.batches.every(({ traces }) => traces === undefined)).toBe(true)
})

test('a run that wants no log gets none', async () => {
  expect(await logOf({ sampleLog: 'off' })).toEqual([])
})

test('a file that falls behind lets its writer wait, says so, and holds everything', () => {
  const path = join(folder, 'slow.csv')
  let waits = 0
  const onFault = (error: Error) => {
    throw error
  }
  const file = new SampleFile({ path, maxPendingBytes: -1, onWait: () => waits++, onFault })
  const line = `${'x'.repeat(99)}\n`
  for (let index = 0; index < 5_000; index++) file.append(line)
  file.settle()
  expect(waits).toBeGreaterThan(3)
  expect(readFileSync(path, 'utf8')).toBe(line.repeat(5_000))
})

test('a file that cannot be written is reported once', () => {
  const faults: string[] = []
  const options = { path: '/dev/full', maxPendingBytes: -1, onWait: () => undefined }
  const file = new SampleFile({ ...options, onFault: error => faults.push(error.message) })
  for (let index = 0; index < 3; index++) {
    file.append('x')
    file.flush()
  }
  expect(faults).toEqual([expect.stringContaining('ENOSPC')])
})

test('arrivals have lines of their own kind', async () => {
  const lines = await logOf(
    { sampleLog: 'csv', drive: 'arrivals' },
    { kind: 'constant', users: 20, rampUpSeconds: 0, durationSeconds: 1, loops: 0 },
  )
  const [header = [], ...samples] = lines
  const kinds = samples.map(fields => fields[header.indexOf('kind')])
  const count = (kind: string) => kinds.filter(each => each === kind).length
  expect([count('iteration'), count('transaction'), count('request')]).toEqual([20, 20, 40])
})
