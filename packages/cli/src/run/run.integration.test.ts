import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { cpus, tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { formatDuration } from '@pone/metrics/figures.ts'
import { afterAll, afterEach, beforeEach, expect, test } from 'vitest'
import { exitCodes } from '../exit-codes.ts'

const program = fileURLToPath(new URL('../main.ts', import.meta.url))
const folder = mkdtempSync(join(tmpdir(), 'pone-run-test-'))
afterAll(() => rmSync(folder, { recursive: true }))

/** A server that stores what it received. */
let received: { url: string; headers: IncomingMessage['headers']; body: Buffer }[] = []
let answer: (request: IncomingMessage, response: ServerResponse) => void
let onRequest: (() => void) | null = null
const server = createServer((request, response) => {
  const chunks: Buffer[] = []
  request.on('data', (chunk: Buffer) => chunks.push(chunk))
  request.on('end', () => {
    received.push({ url: request.url ?? '', headers: request.headers, body: Buffer.concat(chunks) })
    onRequest?.()
    answer(request, response)
  })
}).listen(0, '127.0.0.1')
await once(server, 'listening')
const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
afterAll(() => {
  server.closeAllConnections()
  server.close()
})
const reached = (count: number) =>
  new Promise<void>(resolve => {
    onRequest = () => received.length >= count && resolve()
    onRequest()
  })

const running = new Set<ChildProcess>()
beforeEach(() => {
  received = []
  onRequest = null
  answer = (_request, response) => response.end('{"id":7}')
})
afterEach(() => {
  for (const child of running) child.kill('SIGKILL')
  running.clear()
})

function pone(args: readonly string[], env: NodeJS.ProcessEnv = {}) {
  const child = spawn(process.execPath, [program, 'run', ...args], {
    env: { ...process.env, LANG: 'C', LC_ALL: '', NO_COLOR: '1', PONE_RUN_FOLDER: folder, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  running.add(child)
  const texts = { out: '', err: '' }
  child.stdout.on('data', data => {
    texts.out += String(data)
  })
  child.stderr.on('data', data => {
    texts.err += String(data)
  })
  const ended = once(child, 'close').then(([code]: unknown[]) => {
    running.delete(child)
    const json: unknown = texts.out.startsWith('{') ? JSON.parse(texts.out) : null
    return { code, ...texts, json: json as Record<string, unknown> | null }
  })
  /** Resolves when standard error contains the text. */
  const said = async (text: string) => {
    while (!texts.err.includes(text)) await once(child.stderr, 'data')
  }
  return { child, ended, said }
}

let files = 0
function fileOf(text: string, ending = 'yaml'): string {
  const path = join(folder, `component-${++files}.${ending}`)
  writeFileSync(path, text)
  return path
}
const simple = fileOf(`
name: Simple
steps:
  - get: /a
  - transaction: buy
    steps:
      - post: /b
        json: { id: '\${threadId()}' }
        checkpoints: [{ source: jsonPath, expression: $.id, operator: equals, expected: 7 }]
`)
const at = (...more: string[]) => [simple, '--base-url', url, '--json', ...more]

test('a rule over the whole run stops even a short run, from its middle on', async () => {
  answer = (_request, response) => response.writeHead(500).end()
  const { code, json } = await pone(at('--users', '1', '--duration', '8s', '--sla', 'errors<1% stop')).ended
  expect(code).toBe(exitCodes.nothingPassed)
  expect(json).toMatchObject({ cause: 'slaStop', causeDetail: expect.stringContaining('100') })
})

test('a rule that could never stop the run is refused, with the reason', async () => {
  const load = ['--users', '5', '--ramp-up', '8s', '--duration', '8s', '--sla', 'errors<1% stop']
  const { code, err } = await pone(at(...load)).ended
  expect(code).toBe(exitCodes.componentInvalid)
  expect(err).toContain('the whole run (8 s) is ramp-up')
  expect(received).toEqual([])
})

test('unique rows that are used up end the run with a cause and an exit code of their own', async () => {
  const file = fileOf(`
name: Cards
parameters:
  - { kind: list, name: card, values: [a, b, c], selection: unique, exhaustion: stopUser }
steps:
  - get: /\${card}
`)
  const load = ['--users', '2', '--duration', '10m', '--workers', '1', '--base-url', url, '--json']
  const { code, json, err } = await pone([file, ...load]).ended
  expect(code).toBe(exitCodes.rowsUsedUp)
  expect(json).toMatchObject({ state: 'complete', cause: 'rowsUsedUp', requests: 3, failed: 0 })
  expect(json?.['causeDetail']).toContain('parameter card')
  expect(json?.['errors']).toMatchObject([{ code: 'rowsUsedUp', count: 2 }])
  expect(err).toContain('ended early because the rows of a parameter were used up')
  expect(received.map(({ url: path }) => path).sort()).toEqual(['/a', '/b', '/c'])
})

test('a component without a load of its own is driven by its thread group, each iteration by a new user if it says so', async () => {
  const file = fileOf(`
name: Groups
threadGroup: { threads: 3, loops: 2, rampUpSeconds: 0, startDelaySeconds: 1, reuseThreads: false }
steps:
  - get: /a
  - get: /b
`)
  answer = (request, response) => response.setHeader('set-cookie', 'sid=1; Path=/').end(request.url)
  const { code, json } = await pone([file, '--workers', '2', '--base-url', url, '--json']).ended
  expect(code).toBe(exitCodes.ok)
  expect(json).toMatchObject({ cause: 'planned', requests: 12, iterations: 6 })
  expect(json?.['durationMs']).toBeGreaterThanOrEqual(1_000)
  const cookiesOf = (path: string) => received.filter(one => one.url === path).map(one => one.headers.cookie)
  expect(cookiesOf('/a')).toEqual(Array.from({ length: 6 }))
  expect(cookiesOf('/b')).toEqual(Array.from({ length: 6 }, () => 'sid=1'))
})

test('a thread group that would never end is refused, with the reason', async () => {
  const file = fileOf('name: Endless\nthreadGroup: { threads: 3, loops: 0 }\nsteps:\n  - get: /a\n')
  const { code, err } = await pone([file, '--base-url', url]).ended
  expect(code).toBe(exitCodes.componentInvalid)
  expect(err).toContain('“Endless” loops forever and has no duration')
})

test('rounds in which no user is free do not count: all requested rounds are driven, and the others reported', async () => {
  const file = fileOf(`
name: Rounds
load: { kind: concurrency, users: 4, rounds: 2, durationSeconds: 0, gatherTimeoutSeconds: 3 }
steps:
  - get: /a
`)
  // The second round is skipped after three seconds; the third is gathered between then and six seconds.
  answer = (_request, response) => {
    setTimeout(() => response.end(), 4_500)
  }
  const { code, json, err } = await pone([file, '--workers', '2', '--base-url', url, '--json']).ended
  expect(code).toBe(exitCodes.ok)
  expect(json).toMatchObject({ requests: 8, iterations: 8, rounds: { driven: 2, skipped: 1 } })
  expect(err).toContain('2 rounds (1 times nobody was free to begin one)')
})

test('users, length and rate are true for a run that is over within a second, and the same in every form', async () => {
  const [junit, html] = ['short.xml', 'short.html'].map(name => join(folder, name))
  const component = fileOf(`
name: Short
steps:
  - get: /a
`)
  // Three requests at a time are answered together, so that all users are busy at the same time.
  const held: ServerResponse[] = []
  answer = (_request, response) => {
    held.push(response)
    if (held.length >= 3) for (const each of held.splice(0)) each.end('{}')
  }
  const load = '--users 3 --iterations 4 --workers 1 --sla rps>0 --base-url'.split(' ')
  const written = ['--json', '--html', html ?? '', '--junit', junit ?? '']
  const { json, err } = await pone([component, ...load, url, ...written]).ended
  expect(json).toMatchObject({ requests: 12, iterations: 12, peakUsers: 3 })
  const durationMs = Number(json?.['durationMs'])
  expect(json?.['rps']).toBeCloseTo(12_000 / durationMs, 6)
  const length = formatDuration(durationMs)
  expect(err).toContain(`${length}, up to 3 users, 12 iterations`)
  expect(readFileSync(html ?? '', 'utf8')).toContain(`(${length})`)
  expect(readFileSync(junit ?? '', 'utf8')).toContain(`time="${(durationMs / 1_000).toFixed(3)}"`)
})

test('an enclosed engine process still measures the CPU of the machine', async () => {
  const { json } = await pone(at('--users', '1', '--duration', '2s', '--workers', '1')).ended
  expect(json?.['machine']).toMatchObject({
    cpuCores: 1,
    hostCores: cpus().length,
    maxHostCpu01: expect.any(Number),
  })
})

test('every request that the target got is reported, in every form that was asked for', async () => {
  const out = join(folder, 'samples.csv')
  const [junit, html, summary] = ['junit.xml', 'report.html', 'summary.json'].map(name => join(folder, name))
  const load = '--users 6 --iterations 10 --workers 2'.split(' ')
  const rules = ['--sla', 'errors<1%', '--sla', 'buy: p95<60s']
  const written = ['--out', out, '--junit', junit ?? '', '--html', html ?? '', '--summary', summary ?? '']
  const pushed = ['--prometheus', `${url}/write`, '--otlp', url]
  const env = { OTEL_EXPORTER_OTLP_HEADERS: 'authorization=Basic YWI6Yw==,share=50%' }
  const { code, json, err } = await pone(at(...load, ...rules, ...written, ...pushed), env).ended
  expect(err).toContain('reconciled: sent 120')
  expect(code).toBe(exitCodes.ok)
  expect(received.filter(({ url: path }) => path === '/a' || path === '/b')).toHaveLength(120)
  expect(json).toMatchObject({
    state: 'complete',
    cause: 'planned',
    requests: 120,
    failed: 0,
    sent: 120,
    lost: 0,
    reconciled: true,
    iterations: 60,
    workers: 2,
    sampleLog: out,
    sla: [{ state: 'passed' }, { rule: 'buy: p95 < 60000', state: 'passed' }],
  })
  expect(json?.['labels']).toMatchObject([
    { label: 'GET /a', requests: 60 },
    { label: 'buy', kind: 'transaction', requests: 60 },
    { label: 'POST /b', requests: 60 },
  ])
  expect(JSON.parse(readFileSync(summary ?? '', 'utf8'))).toEqual(json)

  const lines = readFileSync(out, 'utf8').trimEnd().split('\n')
  expect(lines).toHaveLength(1 + 180)
  expect(lines.filter(line => line.startsWith('timestampMs'))).toHaveLength(1)

  expect(readFileSync(junit ?? '', 'utf8')).toMatch(
    /<testsuite name="Simple" tests="6" failures="0"[^]*buy: p95 &lt; 60000/,
  )
  expect(readFileSync(html ?? '', 'utf8')).toContain('120')

  const write = received.findLast(({ url: path }) => path === '/write')
  expect(write?.headers).toMatchObject({
    'content-encoding': 'snappy',
    'content-type': 'application/x-protobuf',
  })
  const series = seriesOf(unsnappy(write?.body ?? Buffer.alloc(0)))
  const valueOf = (name: string, label: string) =>
    series.find(({ labels }) => labels['__name__'] === name && labels['label'] === label)?.value
  expect(valueOf('pone_requests_total', 'GET /a')).toBe(60)
  expect(valueOf('pone_transactions_total', 'buy')).toBe(60)
  expect(valueOf('pone_failures_total', 'POST /b')).toBe(0)
  expect(valueOf('pone_response_time_seconds', 'GET /a')).toBeGreaterThan(0)
  for (const { labels } of series) expect(Object.keys(labels)).toEqual(Object.keys(labels).sort())

  const metricsPush = received.findLast(({ url: path }) => path === '/v1/metrics')
  expect(metricsPush?.headers).toMatchObject({ authorization: 'Basic YWI6Yw==', share: '50%' })
  const otlp = JSON.parse(String(metricsPush?.body))
  const metrics: { name: string; sum?: { dataPoints: { asInt: string }[] } }[] =
    otlp.resourceMetrics[0].scopeMetrics[0].metrics
  expect(metrics.map(({ name }) => name)).toContain('pone.response_time')
  expect(
    metrics.find(({ name }) => name === 'pone.requests')?.sum?.dataPoints.map(({ asInt }) => asInt),
  ).toEqual(['60', '60', '60'])
})

test('Ctrl-C stops the run, drains it and prints what was measured', async () => {
  const { child, ended } = pone(at('--users', '3', '--duration', '10m'))
  await reached(30)
  child.kill('SIGINT')
  const { code, json } = await ended
  expect(code).toBe(exitCodes.stoppedByHand)
  expect(json).toMatchObject({ state: 'userStopped', cause: 'stoppedByUser', reconciled: true, failed: 0 })
  expect(json?.['sent']).toBe(received.length)
  expect(json?.['requests']).toBe(received.length)
})

test('a second Ctrl-C ends what a target never answers', async () => {
  answer = () => undefined
  const { child, ended, said } = pone(at('--users', '2', '--duration', '10m'))
  await reached(2)
  child.kill('SIGINT')
  await said('Ctrl-C once more')
  child.kill('SIGINT')
  const { code, json } = await ended
  expect(code).toBe(exitCodes.nothingPassed)
  expect(json).toMatchObject({ state: 'userStopped', requests: 2, failed: 2, sent: 2, reconciled: true })
})

test('a target that is dead fails every request, by name', async () => {
  const closed = createServer().listen(0, '127.0.0.1')
  await once(closed, 'listening')
  const dead = `http://127.0.0.1:${(closed.address() as AddressInfo).port}`
  closed.close()
  await once(closed, 'close')
  const { code, json } = await pone([
    simple,
    '--base-url',
    dead,
    '--users',
    '2',
    '--iterations',
    '2',
    '--json',
  ]).ended
  expect(code).toBe(exitCodes.nothingPassed)
  expect(json).toMatchObject({ requests: 8, failed: 8, reconciled: true })
  expect(json?.['errors']).toEqual(
    expect.arrayContaining([expect.objectContaining({ code: 'ECONNREFUSED', count: 4 })]),
  )
})

test('a violated SLA rule and failed requests are reported, with one sample', async () => {
  answer = (request, response) => response.writeHead(request.url === '/b' ? 503 : 200).end('{"why":"full"}')
  const { code, out } = await pone([simple, '--base-url', url, '--iterations', '3', '--sla', 'errors<1%'])
    .ended
  expect(code).toBe(exitCodes.negative)
  expect(out).toContain('HTTP 503')
  expect(out).toContain(`e.g. POST ${url}/b → 503 {"why":"full"}`)
  expect(out).toMatch(/✗ failed\s+errorPercent < 1\s+\(50\)/)
})

test('a module may compute its steps and read a parameter file beside it', async () => {
  writeFileSync(join(folder, 'goods.csv'), 'id\n11\n12\n')
  const path = fileOf(
    `import { component, get, status } from '@pone/component'
     const names = ['x', 'y']
     export default component('Code', {
       parameters: [{ kind: 'file', fileId: 'goods.csv', columns: ['id'] }],
       variables: { place: 'nowhere' },
       steps: names.map(name => get(\`/\${name}/\\\${place}/\\\${id}\`, { checkpoints: [status(200)] })),
       load: { users: 1, loops: 2 },
     })`,
    'ts',
  )
  const { code, json, err } = await pone([
    path,
    '--base-url',
    url,
    '--var',
    'place=here',
    '--json',
    '--quiet',
  ]).ended
  expect(err).toBe('')
  expect(code).toBe(exitCodes.ok)
  expect(json).toMatchObject({ name: 'Code', requests: 4 })
  expect(received.map(request => request.url)).toEqual([
    '/x/here/11',
    '/y/here/11',
    '/x/here/12',
    '/y/here/12',
  ])
})

test('a worker that is killed is replaced, and its losses are counted', async () => {
  const { child, ended } = pone(at('--users', '2', '--workers', '1', '--duration', '4s'))
  await reached(20)
  const [worker] = readFileSync(`/proc/${child.pid}/task/${child.pid}/children`, 'utf8').trim().split(' ')
  process.kill(Number(worker), 'SIGKILL')
  const { json } = await ended
  expect(json).toMatchObject({ cause: 'planned', workersLost: 1, workers: 2, reconciled: true })
  expect(Number(json?.['requests'])).toBeGreaterThanOrEqual(received.length - 2)
})

test('what is wrong with a component is printed by line, in the language of the terminal', async () => {
  const path = join(folder, 'component.yaml')
  writeFileSync(path, 'name: x\nsteps:\n  - get: /a\n    connectTimeoutMs: soon\n')
  const { code, err } = await pone([path], { LANG: 'zh_CN.UTF-8' }).ended
  expect(code).toBe(exitCodes.componentInvalid)
  expect(err).toContain('component.yaml:4:5 steps.0.http.connectTimeoutMs: 请输入数字')
})

test('a result that cannot be written is reported before the target gets a request, and nothing is left behind', async () => {
  const fine = join(folder, 'fine.xml')
  const { code, err } = await pone(at('--junit', fine, '--out', join(folder, 'absent', 'x.csv'))).ended
  expect(code).toBe(exitCodes.folderUnusable)
  expect(err).toContain('x.csv cannot be written')
  expect(received).toHaveLength(0)
  expect(existsSync(fine)).toBe(false)
  const elsewhere = await pone(at(), { PONE_RUN_FOLDER: join(folder, 'absent') }).ended
  expect(elsewhere).toMatchObject({
    code: exitCodes.folderUnusable,
    err: expect.stringMatching(/^pone: .*absent cannot be written/),
  })
})

/** Decodes snappy blocks that contain only literals. */
function unsnappy(block: Buffer): Buffer {
  let at = 0
  const size = varintAt(block, at)
  at = size.end
  const parts: Buffer[] = []
  while (at < block.length) {
    expect(block[at]).toBe(61 << 2)
    const length = block.readUInt16LE(at + 1) + 1
    parts.push(block.subarray(at + 3, at + 3 + length))
    at += 3 + length
  }
  const content = Buffer.concat(parts)
  expect(content).toHaveLength(size.value)
  return content
}

function varintAt(bytes: Buffer, from: number): { value: number; end: number } {
  let value = 0
  let end = from
  for (let scale = 1; ; scale *= 128) {
    const byte = bytes[end++] ?? 0
    value += (byte & 127) * scale
    if (byte < 128) return { value, end }
  }
}

/** The fields of a message: numbers, doubles or bytes. */
function fieldsOf(bytes: Buffer): { field: number; value: number; bytes: Buffer }[] {
  const fields = []
  for (let at = 0; at < bytes.length; ) {
    const tag = varintAt(bytes, at)
    const field = tag.value >> 3
    const kind = tag.value & 7
    if (kind === 1) {
      fields.push({ field, value: bytes.readDoubleLE(tag.end), bytes: Buffer.alloc(0) })
      at = tag.end + 8
      continue
    }
    const number = varintAt(bytes, tag.end)
    at = kind === 2 ? number.end + number.value : number.end
    fields.push({ field, value: number.value, bytes: bytes.subarray(number.end, at) })
  }
  return fields
}

function seriesOf(request: Buffer): { labels: Record<string, string>; value: number }[] {
  return fieldsOf(request).map(series => {
    const parts = fieldsOf(series.bytes)
    const labels = parts
      .filter(({ field }) => field === 1)
      .map(label => fieldsOf(label.bytes).map(({ bytes }) => String(bytes)))
    const sample = parts.find(({ field }) => field === 2)
    const value = fieldsOf(sample?.bytes ?? Buffer.alloc(0)).find(({ field }) => field === 1)?.value ?? 0
    return { labels: Object.fromEntries(labels.map(([name = '', text = '']) => [name, text])), value }
  })
}
