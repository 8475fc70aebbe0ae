/** What a request costs as users grow from ten to twenty thousand, without think time. */
import type { BenchContext } from '../bench-context.ts'
import { constantUsers } from '../pone/plans.ts'
import { runLoad, stopAll } from '../pone/run-load.ts'
import { ratioOf, type WindowFigures } from '../result.ts'
import { round } from '../statistics.ts'
import type { Measurement } from './measurement.ts'
import { windowTimes } from './throughput.ts'
import { generatorOf, measureWindow } from './window.ts'

const steps = [10, 100, 1_000, 10_000, 20_000]
const otherFiles = 256
/** A target whose queue of new connections overflows answers late, which is not what is measured here. */
const newUsersPerSecond = 1_000
const connectTimeoutMs = 120_000

export const userGrowth: Measurement = {
  name: 'user-growth',
  async measure(context) {
    const figures: (WindowFigures & { users: number })[] = []
    for (const users of new Set(steps.map(step => Math.min(step, context.openFileLimit - otherFiles)))) {
      figures.push({ users, ...(await withUsers(context, users)) })
    }
    const cost = (users: number) => figures.find(row => row.users === users)?.cpuUsPerRequest ?? Number.NaN
    const most = figures.at(-1)
    return {
      method:
        'one worker on one core, users without think time, each with a connection; requests counted by the target once all connections are open',
      ratios: [
        ratioOf(
          `CPU per request at ${most?.users ?? 0} users ÷ at 100`,
          round((most?.cpuUsPerRequest ?? Number.NaN) / cost(100)),
          '×',
          null,
        ),
      ],
      figures,
    }
  },
}

const withUsers = (context: BenchContext, users: number) =>
  context.withTarget({}, async target => {
    const { seen } = await runLoad(context, target, {
      urls: target.urls,
      load: { model: constantUsers(users, 600, users / newUsersPerSecond) },
      async during(workers) {
        const times = {
          ...windowTimes(context.mode, false),
          startTimeoutMs: connectTimeoutMs,
          connections: users,
        }
        const window = await measureWindow(
          context,
          target,
          generatorOf(workers, [context.cores.generator]),
          times,
        )
        stopAll(workers)
        return window
      },
    })
    return seen
  })
