/** Whether load workers slow each other down: throughput of several workers where there are cores for them, cost per request everywhere. */
import type { BenchContext } from '../bench-context.ts'
import { loadUsers } from '../peers/peer.ts'
import { constantUsers } from '../pone/plans.ts'
import { runLoad, stopAll } from '../pone/run-load.ts'
import { ratioOf, type WindowFigures } from '../result.ts'
import { median, round } from '../statistics.ts'
import type { Measurement } from './measurement.ts'
import { windowTimes } from './throughput.ts'
import { generatorOf, measureWindow } from './window.ts'

const aim = { atLeast: 0.9 }

export const scaling: Measurement = {
  name: 'scaling',
  async measure(context) {
    const { free, target } = context.cores
    const hasRoom = free.length >= 2
    const cores = hasRoom ? free : [...free, ...target]
    const rounds = context.mode === 'quick' ? 1 : 5
    const one: WindowFigures[] = []
    const all: WindowFigures[] = []
    for (let pass = 0; pass < rounds; pass++) {
      one.push(await withWorkers(context, cores.slice(0, 1)))
      all.push(await withWorkers(context, cores))
    }
    const cost = (figures: WindowFigures[]) => median(figures.map(figure => figure.cpuUsPerRequest))
    const rate = (figures: WindowFigures[]) => median(figures.map(figure => figure.requestsPerSecond))
    const efficiency01 = round(cost(one) / cost(all))
    const ratios = [ratioOf(`CPU per request with 1 worker ÷ with ${cores.length}`, efficiency01, '', aim)]
    if (hasRoom) {
      const speedUp = rate(all) / rate(one) / cores.length
      ratios.push(
        ratioOf(
          `throughput of ${cores.length} workers ÷ (${cores.length} × 1 worker)`,
          round(speedUp),
          '',
          aim,
        ),
      )
    }
    return {
      method: hasRoom
        ? `1 worker and ${cores.length} workers, each on a core of its own; the target has another, and where targetCpu01 is near 1 it is the limit of the throughput: then only the cost per request tells`
        : `this machine has ${cores.length} cores and the target needs one, so throughput cannot double here; 1 worker and ${cores.length} workers on ${cores.length} cores that the target shares, compared by CPU time per request: at equal cost throughput grows with the cores that are free`,
      ratios,
      figures: { oneWorker: one, [`workers${cores.length}`]: all },
    }
  },
}

const withWorkers = (context: BenchContext, cores: readonly number[]): Promise<WindowFigures> =>
  context.withTarget({ cores: context.cores.target }, async target => {
    const { seen } = await runLoad(context, target, {
      load: { model: constantUsers(loadUsers * cores.length, 600) },
      workers: cores.map(core => [core]),
      async during(workers) {
        const window = await measureWindow(
          context,
          target,
          generatorOf(workers, cores),
          windowTimes(context.mode, false),
        )
        stopAll(workers)
        return window
      },
    })
    return seen
  })
