/** `npm run bench:start`: how long after its machines are reserved a run's first request reaches the target, on a real installation. */
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { parseArgs } from 'node:util'
import { calls } from '@pone/contract/calls/registry.ts'
import { makeWorkspace, registerByApi, signInByApi, type Workspace } from './driver/preparation.ts'
import { createClosers } from './harness/closers.ts'
import { eventually } from './harness/eventually.ts'
import { startInstallation } from './harness/installation.ts'

const captcha = 'b5e2'
const who = { account: 'starter.one', password: 'Starting1#' }
const say = (line: string) => process.stdout.write(`${line}\n`)
const closers = createClosers()

/** Answers at once and remembers when the first request of each run came, epoch ms. */
async function startWatchingTarget() {
  const firstAt = new Map<string, number>()
  const server = createServer((request, response) => {
    const run = String(request.headers['x-pone-run'])
    if (!firstAt.has(run)) firstAt.set(run, Date.now())
    response.end('{"token":"t","goods":[{"id":1}],"id":1}')
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  closers.add(async () => {
    server.closeAllConnections()
    server.close()
  })
  return { address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, firstAt }
}

interface Start {
  /** From the reservation of the machines to the first request. */
  readonly fromReservedMs: number
  /** From the call that orders the run to the first request. */
  readonly fromOrderMs: number
  /** Of these, until all machines were prepared, and from then until the common start. */
  readonly preparedMs: number
  readonly startDelayMs: number
}

async function startOnce(workspace: Workspace, firstAt: ReadonlyMap<string, number>): Promise<Start> {
  const { api, projectId, scenarioId } = workspace
  const orderedAt = Date.now()
  const { id, createdAt } = await api.send(calls.run.start, { projectId, scenarioId })
  const ended = await eventually({
    what: 'the end of a run',
    patienceMs: 60_000,
    look: async () => {
      const run = await api.send(calls.run.get, { projectId, id })
      return run.endedAt === null ? undefined : run
    },
  })
  const first = firstAt.get(id)
  if (first === undefined) throw new Error(`no request came of a run that ended ${ended.state}`)
  const { events } = await api.send(calls.run.live, { projectId, id })
  const runningAt = events.find(({ params }) => params['to'] === 'running')?.at ?? 0
  return {
    fromReservedMs: first - createdAt,
    fromOrderMs: first - orderedAt,
    preparedMs: runningAt - createdAt,
    startDelayMs: (ended.startedAt ?? 0) - runningAt,
  }
}

async function measure(runs: number): Promise<Start[]> {
  const target = await startWatchingTarget()
  const installation = await startInstallation({ captcha, keepsData: false })
  closers.add(() => installation.stop())
  await registerByApi(installation, who, captcha, '起步测量')
  const workspace = await makeWorkspace(await signInByApi(installation, who, captcha), {
    name: 'first request',
    code: 'START-1',
    shopAddress: target.address,
    loadModel: { kind: 'constant', users: 2, rampUpSeconds: 0, durationSeconds: 1 },
  })
  const starts: Start[] = []
  for (let run = 1; run <= runs; run++) {
    const start = await startOnce(workspace, target.firstAt)
    starts.push(start)
    say(
      `run ${run}: ${start.fromReservedMs} ms after the reservation (prepared after ${start.preparedMs}, start ${start.startDelayMs} later), ${start.fromOrderMs} ms after the order`,
    )
  }
  return starts
}

const middle = (values: readonly number[]) =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0

const { values } = parseArgs({
  options: { runs: { type: 'string', default: '10' }, json: { type: 'boolean', default: false } },
})
try {
  const starts = await measure(Number(values.runs))
  const reserved = starts.map(start => start.fromReservedMs)
  const figures = { runs: starts.length, medianMs: middle(reserved), worstMs: Math.max(...reserved) }
  say(
    values.json
      ? JSON.stringify({ ...figures, starts })
      : `first request after the reservation: median ${figures.medianMs} ms, worst ${figures.worstMs} ms of ${figures.runs} runs`,
  )
} catch (cause) {
  say(cause instanceof Error ? (cause.stack ?? cause.message) : String(cause))
  process.exitCode = 1
}
await closers.closeAll()
