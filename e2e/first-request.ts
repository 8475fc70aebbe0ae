/** `npm run bench:start`: how soon after its machines are reserved a run's first request reaches the target, and how far apart two machines behind slow lines start. */

import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { parseArgs } from 'node:util'
import { calls } from '@pone/contract/calls/registry.ts'
import { errorStack } from '@pone/schema/error-text.ts'
import { makeWorkspace, registerByApi, signInByApi, type Workspace } from './driver/preparation.ts'
import { startMachine } from './faults/machine.ts'
import { createClosers } from './harness/closers.ts'
import { eventually } from './harness/eventually.ts'
import { startInstallation } from './harness/installation.ts'

const captcha = 'b5e2'
const who = { account: 'starter.one', password: 'Starting1#' }
const machinesInStep = 2
/** Delay of the lines of the far machines, each way. */
const lineDelayMs = 30
const lineJitterMs = 30
const say = (line: string) => process.stdout.write(`${line}\n`)
const closers = createClosers()

/** Answers immediately and records when the first request of each run, and of each of its users, arrived, epoch ms. */
async function startWatchingTarget() {
  const firstAt = new Map<string, number>()
  const usersOf = new Map<string, Map<string, number>>()
  const server = createServer((request, response) => {
    const at = Date.now()
    const run = String(request.headers['x-pone-run'])
    if (!firstAt.has(run)) firstAt.set(run, at)
    request.setEncoding('utf8').on('data', (text: string) => {
      const [user] = /visitor-\d+/.exec(text) ?? []
      const users = usersOf.get(run) ?? new Map<string, number>()
      usersOf.set(run, users)
      if (user !== undefined && !users.has(user)) users.set(user, at)
    })
    request.on('end', () => response.end('{"token":"t","goods":[{"id":1}],"id":1}'))
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  closers.add(async () => {
    server.closeAllConnections()
    server.close()
  })
  return { address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, firstAt, usersOf }
}

interface Start {
  /** Id of the run. */
  readonly id: string
  /** From the reservation of the machines to the first request. */
  readonly fromReservedMs: number
  /** From the call that starts the run to the first request. */
  readonly fromOrderMs: number
  /** Parts of that time: until all machines were prepared, and from then until the common start. */
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
    id,
    fromReservedMs: first - createdAt,
    fromOrderMs: first - orderedAt,
    preparedMs: runningAt - createdAt,
    startDelayMs: (ended.startedAt ?? 0) - runningAt,
  }
}

type Target = Awaited<ReturnType<typeof startWatchingTarget>>

async function measureStarts(workspace: Workspace, target: Target, runs: number): Promise<Start[]> {
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

/** Milliseconds between the first requests of two machines, by run. */
async function measureStep(workspace: Workspace, target: Target, runs: number): Promise<number[]> {
  const apart: number[] = []
  for (let run = 1; run <= runs; run++) {
    const { id } = await startOnce(workspace, target.firstAt)
    const times = [...(target.usersOf.get(id)?.values() ?? [])]
    if (times.length !== machinesInStep) throw new Error(`${times.length} machines have begun run ${run}`)
    apart.push(Math.max(...times) - Math.min(...times))
    say(`run ${run} on two machines: begun ${apart.at(-1)} ms apart`)
  }
  return apart
}

async function measure(runs: number) {
  const target = await startWatchingTarget()
  const installation = await startInstallation({ captcha, keepsData: false })
  closers.add(() => installation.stop())
  await registerByApi(installation, who, captcha, '起步测量')
  const api = await signInByApi(installation, who, captcha)
  const workspaceOn = (clusterName: string) =>
    makeWorkspace(api, {
      name: `start on ${clusterName}`,
      code: clusterName.toUpperCase(),
      shopAddress: target.address,
      loadModel: {
        kind: 'constant',
        users: machinesInStep,
        rampUpSeconds: 0,
        durationSeconds: 1,
      },
      clusterName,
    })
  const starts = await measureStarts(await workspaceOn('local'), target, runs)
  const administrator = await signInByApi(installation, installation.administrator, captcha, true)
  const { id: clusterId } = await administrator.send(calls.cluster.create, { name: 'far', isPublic: true })
  const { token } = await administrator.send(calls.joinToken.create, {
    name: 'far',
    clusterId,
    days: null,
    maxUses: null,
  })
  for (let place = 1; place <= machinesInStep; place++) {
    const machine = await startMachine({
      name: `far-${place}`,
      serverPort: Number(new URL(installation.address).port),
      token,
      delayMs: () => lineDelayMs + Math.random() * lineJitterMs,
    })
    closers.add(() => machine.stop())
  }
  await eventually({
    what: 'the far machines to be online',
    patienceMs: 60_000,
    look: async () => {
      const { rows } = await administrator.send(calls.loadMachine.list, { search: 'far-', pageSize: 50 })
      return rows.filter(machine => machine.isOnline).length === machinesInStep || undefined
    },
  })
  return { starts, apart: await measureStep(await workspaceOn('far'), target, runs) }
}

const middle = (values: readonly number[]) =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0

const usage = `npm run bench:start -- [--runs N] [--json]

  --runs N  how many runs are measured, 10 when left out
  --json    the figures as one JSON object
`

const { values } = parseArgs({
  options: {
    runs: { type: 'string', default: '10' },
    json: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
})
if (values.help) {
  process.stdout.write(usage)
  process.exit()
}
try {
  const { starts, apart } = await measure(Number(values.runs))
  const reserved = starts.map(start => start.fromReservedMs)
  const figures = {
    runs: starts.length,
    firstRequest: { medianMs: middle(reserved), worstMs: Math.max(...reserved) },
    apart: { lineDelayMs, lineJitterMs, medianMs: middle(apart), worstMs: Math.max(...apart) },
  }
  const { firstRequest: first, apart: step } = figures
  say(
    values.json
      ? JSON.stringify(figures)
      : `first request after the reservation: median ${first.medianMs} ms, worst ${first.worstMs} ms; two machines ${lineDelayMs} to ${lineDelayMs + lineJitterMs} ms away begin ${step.medianMs} ms apart, ${step.worstMs} at worst (${figures.runs} runs each)`,
  )
} catch (cause) {
  say(errorStack(cause))
  process.exitCode = 1
}
await closers.closeAll()
