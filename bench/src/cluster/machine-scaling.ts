/**
 * What a further load machine gains: one and several machines of a real server against a target that is not the
 * bottleneck.
 */
import { calls } from '@pone/contract/calls/registry.ts'
import { type ComponentDocument, componentDocumentSchema } from '@pone/plan/component/component.ts'
import type { BenchContext } from '../bench-context.ts'
import type { Measurement } from '../measurements/measurement.ts'
import { windowTimes } from '../measurements/throughput.ts'
import { measureWindow } from '../measurements/window.ts'
import { loadUsers } from '../peers/peer.ts'
import type { Running } from '../processes.ts'
import { ratioOf, type WindowFigures } from '../result.ts'
import { median, round } from '../statistics.ts'
import type { Target } from '../target/target.ts'
import { designScenario } from './design.ts'
import { startLoadMachine } from './load-machine.ts'
import { type ServerUnderTest, startServerUnderTest } from './server-under-test.ts'

const pollMs = 200
const joinPatienceMs = 60_000
const endPatienceMs = 60_000
/** With this pause a machine's users need about a sixth of a core. */
const pauseMs = 5
const aim = { atLeast: 0.95 }

export const machineScaling: Measurement = {
  name: 'machines',
  async measure(context) {
    const { free, target: otherCores } = context.cores
    const hasRoom = free.length >= 2
    // Without a core for each, machines share one and their users pause, so that it can carry all of them.
    const cores = hasRoom ? free.slice(0, 4) : [free[0] ?? 0, free[0] ?? 0]
    const server = await startServerUnderTest({
      folder: await context.newFolder('server'),
      serverCores: otherCores,
      otherCores,
    })
    const rounds = context.mode === 'quick' ? 1 : 3
    const one: WindowFigures[] = []
    const all: WindowFigures[] = []
    const agents: Running[] = []
    try {
      await context.withTarget({}, async target => {
        const design = await designScenario(server, {
          code: 'SCALE',
          document: oneRequest(target.url, hasRoom),
        })
        for (const [index, core] of cores.entries())
          agents.push(await startLoadMachine(context, server, index, core))
        for (let pass = 0; pass < rounds; pass += 1) {
          for (const [count, figures] of [
            [1, one],
            [cores.length, all],
          ] as const) {
            await atWork(context, server, design.projectId, agents.slice(0, count), agents.slice(count))
            figures.push(
              await loadWindow({ context, server, target, design, agents: agents.slice(0, count), cores }),
            )
          }
        }
      })
    } finally {
      for (const agent of agents) agent.signal('SIGKILL')
      await server.stop()
    }
    const rate = (figures: WindowFigures[]) => median(figures.map(figure => figure.requestsPerSecond))
    const cost = (figures: WindowFigures[]) => median(figures.map(figure => figure.cpuUsPerRequest))
    const gain = rate(all) / rate(one) / cores.length
    return {
      method: hasRoom
        ? `one load machine and ${cores.length}, each an agent with one worker on a core of its own; server, database and target have another. Where targetCpu01 is near 1 the target is the limit`
        : `this machine has a single core besides that of server, database and target, so ${cores.length} machines share it, their users pause ${pauseMs} ms after each request, and the core is not the limit. Throughput then only shows that nothing gets lost; the CPU time per request shows whether a machine becomes dearer because there are others, and at equal cost throughput grows with the cores. It shows nothing of networks and memory that machines would share`,
      ratios: [
        ratioOf(`throughput of ${cores.length} machines ÷ (${cores.length} × one)`, round(gain), '', aim),
        ratioOf(`CPU per request of one machine ÷ of ${cores.length}`, round(cost(one) / cost(all)), '', aim),
      ],
      figures: { oneMachine: one, [`machines${cores.length}`]: all },
    }
  },
}

function oneRequest(url: string, isSaturating: boolean): ComponentDocument {
  const request = { id: 'get', name: 'get', kind: 'request', protocol: 'http', http: { url: `${url}/` } }
  const pause = { id: 'pause', name: 'pause', kind: 'thinkTime', durationMs: pauseMs }
  return componentDocumentSchema.parse({ steps: isSaturating ? [request] : [request, pause] })
}

/** Puts the chosen machines in service and the others out of service, and waits until the server shows it. */
async function atWork(
  context: BenchContext,
  server: ServerUnderTest,
  projectId: string,
  awake: readonly Running[],
  asleep: readonly Running[],
): Promise<void> {
  for (const agent of awake) agent.signal('SIGCONT')
  const deadline = performance.now() + joinPatienceMs
  const online = async () => {
    const clusters = await server.call(calls.scenario.clusters, { projectId })
    return clusters.flatMap(cluster => cluster.machines).filter(machine => machine.isOnline).length
  }
  // All machines must have joined once before one of them can be left out.
  const joined = async () => {
    const clusters = await server.call(calls.scenario.clusters, { projectId })
    return clusters.flatMap(cluster => cluster.machines).length
  }
  while ((await joined()) < awake.length + asleep.length) {
    if (performance.now() > deadline) throw new Error('the load machines have not joined')
    await context.wait(pollMs)
  }
  for (const agent of asleep) agent.signal('SIGSTOP')
  while ((await online()) !== awake.length) {
    if (performance.now() > deadline) throw new Error('the load machines are not there as wanted')
    await context.wait(pollMs)
  }
}

async function loadWindow(input: {
  context: BenchContext
  server: ServerUnderTest
  target: Target
  design: Awaited<ReturnType<typeof designScenario>>
  agents: readonly Running[]
  cores: readonly number[]
}): Promise<WindowFigures> {
  const { context, server, target, design, agents } = input
  const { projectId } = design
  const scenarioId = await design.addScenario({
    kind: 'constant',
    users: loadUsers * agents.length,
    rampUpSeconds: 0,
    durationSeconds: 600,
    loops: 0,
  })
  const run = await server.call(calls.run.start, { projectId, scenarioId })
  const window = await measureWindow(
    context,
    target,
    {
      ended: Promise.race(agents.map(agent => agent.ended)),
      sessions: agents.map(agent => agent.pid),
      cores: [...new Set(input.cores.slice(0, agents.length))],
    },
    { ...windowTimes(context.mode, false), startTimeoutMs: joinPatienceMs },
  )
  await server.call(calls.run.stop, { projectId, id: run.id })
  const deadline = performance.now() + endPatienceMs
  for (;;) {
    const { state } = await server.call(calls.run.get, { projectId, id: run.id })
    if (state === 'userStopped') return window
    if (performance.now() > deadline) throw new Error(`the run has not ended: ${state}`)
    await context.wait(pollMs)
  }
}
