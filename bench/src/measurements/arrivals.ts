/** The open model: whether ten thousand arrivals per second are held, counted by the target. */

import { constantUsers } from '../pone/plans.ts'
import { runLoad } from '../pone/run-load.ts'
import { percentilesOf } from '../pone/totals.ts'
import { ratioOf } from '../result.ts'
import { errorPercent, round } from '../statistics.ts'
import type { LogLine } from '../target/target.ts'
import type { Measurement } from './measurement.ts'

const ratePerSecond = 10_000
const maxUsers = 2_000

export const arrivals: Measurement = {
  name: 'arrivals',
  async measure(context) {
    const durationSeconds = context.mode === 'quick' ? 5 : 60
    const planned = ratePerSecond * durationSeconds
    return context.withTarget({ isLogging: true }, async target => {
      const { totals, batches } = await runLoad(context, target, {
        load: { model: constantUsers(ratePerSecond, durationSeconds), drive: 'arrivals', maxUsers },
        during: async () => undefined,
      })
      const log = await target.readLog()
      return {
        method: `${ratePerSecond} arrivals per second for ${durationSeconds} s from one worker with at most ${maxUsers} users; lines of the target's log ÷ arrivals planned`,
        ratios: [
          ratioOf('arrivals missed or too many', round(errorPercent(log.length, planned)), '%', {
            atMost: 0.1,
          }),
          ratioOf('late starts', round((totals.lateStarts / planned) * 100, 3), '%', { atMost: 0.1 }),
        ],
        figures: {
          planned,
          counted: log.length,
          lateStarts: totals.lateStarts,
          lateStartsOfFirstSecond: batches
            .flat()
            .filter(({ second }) => second === 0)
            .reduce((late, batch) => late + batch.lateStarts, 0),
          droppedStarts: totals.droppedStarts,
          failed: totals.failed,
          worstSecondErrorPercent: round(worstSecond(log, ratePerSecond), 3),
          percentilesMs: percentilesOf(totals),
        },
      }
    })
  },
}

/**
 * Largest error of a whole second, counted from the first line on; the last second is left out, as it may be
 * incomplete.
 */
export function worstSecond(log: readonly LogLine[], perSecond: number): number {
  const first = log.reduce((least, line) => Math.min(least, line.at), Number.POSITIVE_INFINITY)
  const counts: number[] = []
  for (const { at } of log) {
    const second = Math.floor((at - first) / 1_000)
    counts[second] = (counts[second] ?? 0) + 1
  }
  return Math.max(0, ...counts.slice(0, -1).map(count => errorPercent(count ?? 0, perSecond)))
}
