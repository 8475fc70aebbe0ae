import { writeFileSync } from 'node:fs'
import { type IncomingMessage } from 'node:http'
import { join } from 'node:path'
import { causeText } from '@pone/contract/told-cause.ts'
import type { parameterSchema } from '@pone/plan/parameters/parameters.ts'
import { type Step, stepSchema } from '@pone/plan/steps/registry.ts'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { z } from 'zod'
import { CountingTarget, counted, endless, planOf, requestStep, WorkerHarness } from '../worker-harness.ts'
import { WarmUp } from './warm-up.ts'

/** An address of RFC 5737 that no machine has. */
const nowhere = 'https://192.0.2.1:8443'
/** What even a machine without a free core does within the bound. */
const fewest = 100

const fileParameter = {
  id: 'p1',
  kind: 'file' as const,
  fileId: '01890000-0000-7000-8000-000000000001',
  columns: ['row'],
  hasHeader: false,
} satisfies z.input<typeof parameterSchema>
const script = (code: string): Step =>
  stepSchema.parse({ id: 's1', name: 'script', kind: 'script', code, timeoutMs: 60_000 })
const loop = stepSchema.parse({
  id: 'w1',
  name: '',
  kind: 'while',
  left: '1',
  operator: 'equals',
  right: '1',
  children: [],
})
const socket = stepSchema.parse({
  id: 'r9',
  name: 'quotes',
  kind: 'request',
  protocol: 'webSocket',
  webSocket: { kind: 'connect', url: 'ws://192.0.2.1/' },
})
const logOf = (worker: WorkerHarness['worker']) =>
  worker.batches.flatMap(({ log }) => log).map(({ message }) => causeText(message, 'en'))

describe('a warm-up', () => {
  test('drives the steps within the process, whatever address, TLS, proxy, think time and pacing they have', async () => {
    const plan = planOf(
      {
        settings: {
          proxy: { kind: 'socks5', host: '192.0.2.2', port: 1080 },
          pacing: { mode: 'fixed', durationMs: 60_000 },
          hosts: [{ name: '127.0.0.1', value: '192.0.2.3', enabled: true }],
        },
        steps: [
          requestStep(`${nowhere}/a`, {
            checkpoints: [
              { id: 'c1', source: 'status', operator: 'equals', expected: '201' },
              { id: 'c2', source: 'body', operator: 'contains', expected: 'widget' },
            ],
            extractors: [{ id: 'e1', source: 'jsonPath', variable: 'id', expression: '$.items[0].id' }],
          }),
          { id: 't1', name: '', kind: 'thinkTime', durationMs: 60_000 },
          requestStep(`${nowhere}/b/\${id}`, {
            id: 'r2',
            http: {
              url: `${nowhere}/b/\${id}`,
              method: 'POST',
              body: { kind: 'json', text: '{"id":"${id}"}' },
            },
          }),
        ],
      },
      endless,
    )
    const report = await new WarmUp(plan).run()
    expect(report).toMatchObject({ failed: 0, reason: '', leftOut: [] })
    expect(['steady', 'bounded']).toContain(report.end)
    expect(report.iterations).toBeGreaterThan(fewest)
    expect(report.requests).toBeGreaterThan(report.iterations)
  })

  test('ends at once when it is cancelled, and does not report it as a failure', async () => {
    const warmUp = new WarmUp(planOf({ steps: [requestStep(`${nowhere}/a`)] }, endless))
    const reported = warmUp.run()
    warmUp.cancel()
    expect(await reported).toMatchObject({ end: 'cancelled', reason: '', requests: 0 })
  })

  test.each([
    ['never end', script('while (true) {}')],
    ['throw', script('throw new Error("no")')],
    ['repeat without end', loop],
  ])('ends at its bound with steps that %s', async (_, step) => {
    const steps = [step, requestStep(`${nowhere}/a`)]
    const { end } = await new WarmUp(planOf({ steps }, endless)).run()
    expect(['steady', 'bounded']).toContain(end)
  })
})

describe('a worker', () => {
  let harness: WorkerHarness
  let target: CountingTarget
  let seen: IncomingMessage[]
  beforeEach(async () => {
    harness = await WorkerHarness.open({ PONE_AGENT_WARM_UP: 'on' })
    target = harness.target
    seen = []
    target.answer = (request, response) => {
      seen.push(request)
      response.setHeader('set-cookie', 'visited=1').end('{"id":7}')
    }
  })
  afterEach(() => harness.close())

  test.each(['users', 'arrivals'] as const)(
    'that has warmed up sends the first request of a new user with the first row and counter, driven by %s',
    async drive => {
      const { worker, folder } = harness
      const path = join(folder, 'rows.csv')
      writeFileSync(path, 'first\nsecond\nthird\n')
      const url = `${target.url}/\${row}/\${list}/\${number}/\${counter(all)}/\${counter()}/\${visits}`
      const plan = planOf(
        {
          parameters: [
            fileParameter,
            { id: 'p2', kind: 'list', name: 'list', values: ['a', 'b'], selection: 'unique' },
            { id: 'p3', kind: 'uniqueId', name: 'number', form: 'number' },
          ],
          variables: [{ name: 'visits', value: '0', enabled: true }],
          steps: [requestStep(url), script("vars.set('visits', Number(vars.get('visits')) + 1)")],
        },
        {
          kind: 'constant',
          users: 1,
          rampUpSeconds: 0,
          durationSeconds: 1,
          loops: drive === 'users' ? 2 : 0,
        },
        { drive },
      )
      expect(
        await worker.prepare(plan, undefined, { filePaths: { [fileParameter.fileId]: path } }),
      ).toBeNull()
      expect(target.requests).toBe(0)
      worker.send({ kind: 'start', startAt: Date.now() })
      await worker.until('ended')
      await worker.exited
      expect(seen[0]?.url).toMatch(/^\/first\/a\/\d+\/1\/1\/0$/)
      expect(seen[0]?.headers.cookie).toBeUndefined()
      expect(Object.keys(seen[0]?.headers ?? {})).not.toContain('x-pone-warm-up')
      expect(seen.length).toBe(counted(worker.batches, drive === 'users' ? 0 : 1))
      expect(worker.batches.at(-1)?.sent).toBe(seen.length)
      const [iterations = '0'] =
        /\d+(?= iterations .* inside the load machine)/.exec(logOf(worker).join()) ?? []
      expect(Number(iterations)).toBeGreaterThan(fewest)
    },
  )

  test('that is stopped while it warms up ends without a request', async () => {
    const { worker } = harness
    const plan = planOf({ steps: [requestStep(`${target.url}/a`)] }, endless)
    const { spoolPath, journalPath } = worker
    const own = { workerId: 'a/1.x', spoolPath, journalPath, filePaths: {} }
    worker.send({ kind: 'prepare', plan, share: { from01: 0, to01: 1 }, ...own })
    worker.send({ kind: 'stop', force: false })
    expect(await worker.until('ended')).toMatchObject({ cause: 'stopped' })
    await worker.exited
    expect(target.requests).toBe(0)
  })

  test('names the requests that it could not warm up', async () => {
    const { worker } = harness
    const plan = planOf(
      { steps: [socket] },
      { kind: 'constant', users: 1, rampUpSeconds: 0, durationSeconds: 1 },
    )
    await worker.run(plan)
    worker.send({ kind: 'stop', force: true })
    await worker.exited
    expect(logOf(worker)).toContain('these requests were not warmed up: quotes')
  })
})
