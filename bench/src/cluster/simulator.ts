/**
 * The process of the simulated agents: opens as many links as it is asked for and reports to its parent when batches
 * were created and acknowledged.
 */
import type { RunPlan } from '@pone/contract/link/plan.ts'
import { Histogram } from '@pone/metrics/histogram.ts'
import { SimulatedAgent } from './simulated-agent.ts'
import { type SimulatedLabels, simulateLabels } from './simulated-labels.ts'
import { type SimulatorEvent, simulatorSettingsSchema } from './simulator-messages.ts'

const percentiles = [50, 99, 100]

const settings = simulatorSettingsSchema.parse(JSON.parse(process.argv[2] ?? '{}'))
const send = (event: SimulatorEvent) => process.send?.(event)
const delays = new Histogram()
const madeBy = new Map<number, number>()
let labels: SimulatedLabels | null = null
let online = 0
let ended = 0
let batches = 0

const labelsOf = (plan: RunPlan): SimulatedLabels => {
  labels ??= simulateLabels(
    plan.labels.map(({ index, kind }) => ({ index, isRequest: kind === 'request' })),
    settings.samplesPerLabel,
  )
  return labels
}

function open(number: number): void {
  const madeAt: number[] = []
  new SimulatedAgent({
    serverUrl: settings.serverUrl,
    token: settings.token,
    name: `simulated ${number}`,
    skewMs: ((number * 7) % 100) * (settings.spreadMs / 100),
    labelsOf,
    events: {
      online: () => {
        online += 1
        if (online === settings.agents) send({ kind: 'online', agents: online })
      },
      made: (second, at) => {
        madeAt[second] = at
        const count = (madeBy.get(second) ?? 0) + 1
        madeBy.set(second, count)
        if (count === settings.agents) send({ kind: 'made', second, at })
      },
      acknowledged: (second, at) => {
        batches += 1
        delays.record((at - (madeAt[second] ?? at)) * 1_000)
      },
      ended: () => {
        ended += 1
        if (ended < settings.agents) return
        const acknowledgedMs = delays.valuesAtPercentiles(percentiles).map(us => us / 1_000)
        send({ kind: 'ended', batches, acknowledgedMs })
      },
    },
  })
}

process.on('disconnect', () => process.exit(0))
// A few at a time, as machines that start one after the other.
let opened = 0
const opening = setInterval(() => {
  for (let each = 0; each < 20 && opened < settings.agents; each += 1, opened += 1)
    open(settings.firstAgent + opened)
  if (opened === settings.agents) clearInterval(opening)
}, 50)
