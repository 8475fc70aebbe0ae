/** Section "machines": how hard the load machines worked, whether one of them was the bottleneck itself, and whether other work kept it busy. */
import { MachineHealth } from '@pone/metrics/machine-health.ts'
import { type Overload, OverloadWatch } from '@pone/metrics/overload.ts'
import { agentOfWorker } from '../../batches/stored-batch.ts'
import { reportSection } from '../section.ts'
import { machinesData, type ReportMachine } from './data.ts'
import { machinesHtml } from './html.ts'

const maxPoints = 600

/** What the workers of one machine told. */
class Told {
  readonly health = new MachineHealth()
  /** By worker and first second. */
  readonly overloads = new Map<string, Overload>()
}

export const machines = reportSection({
  name: 'machines',
  data: machinesData,
  start: ({ machines: known, range }) => {
    const watch = new OverloadWatch()
    const width = Math.max(1, Math.ceil((range.lastSecond - range.firstSecond + 1) / maxPoints))
    const byAgent = new Map<string, Told>()
    return {
      add: batch => {
        const { workerId, second, health } = batch
        const agentId = agentOfWorker(workerId)
        const told = byAgent.get(agentId) ?? new Told()
        byAgent.set(agentId, told)
        if (health !== null) told.health.add(second, health)
        const overload = watch.add(batch)
        if (overload !== null) told.overloads.set(`${workerId} ${overload.fromSecond}`, overload)
      },
      finish: () => ({
        machines: known.map(({ agentId, name, startSkewMs }): ReportMachine => {
          const { health, overloads } = byAgent.get(agentId) ?? new Told()
          const { busy, ...summary } = health.summary()
          return {
            name,
            startSkewMs,
            ...summary,
            busy: [...busy],
            isOverloaded: overloads.size > 0,
            overloads: stretchesOf([...overloads.values()]),
            points: health.points(width),
          }
        }),
      }),
    }
  },
  html: machinesHtml,
})

/** Overloads of several workers that touch are one. */
function stretchesOf(overloads: readonly Overload[]): ReportMachine['overloads'] {
  const stretches: ReportMachine['overloads'] = []
  for (const { fromSecond, toSecond, reasons } of overloads.toSorted((a, b) => a.fromSecond - b.fromSecond)) {
    const last = stretches.at(-1)
    if (last === undefined || fromSecond > last.toSecond + 1) {
      stretches.push({ fromSecond, toSecond, reasons: [...reasons] })
      continue
    }
    last.toSecond = Math.max(last.toSecond, toSecond)
    last.reasons = [...new Set([...last.reasons, ...reasons])]
  }
  return stretches
}
