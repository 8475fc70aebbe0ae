/** Which resource limits a system, found as one would with the real thing: more of it must help, more of all others must not. */
import { buildSystem, type Cause, enlarged, lightResponseSeconds, type SystemPlan } from './generate.ts'
import { simulate } from './simulation/simulate.ts'

const seconds = 160
const warmUpSeconds = 40

export interface KnownLimit {
  /** Requests per second that the system does at most. */
  readonly rate: number
  /** Users at which the asymptotes meet: rate × (think time + response time without queues). */
  readonly kneeUsers: number
}

/** The limit of a system whose cause is beyond doubt; null for one in which several resources share it. */
export function knownLimit(plan: SystemPlan, random: () => number): KnownLimit | null {
  const cycleSeconds = plan.thinkSeconds + lightResponseSeconds(plan)
  const users = Math.ceil(1.6 * plan.plannedRate * cycleSeconds)
  const rate = throughput(plan, users, random)
  const withCause = throughput(
    enlarged(plan, 2, id => id === plan.cause),
    users,
    random,
  )
  if (withCause < 1.15 * rate) return null
  const withOthers = throughput(
    enlarged(plan, 2, (id: Cause) => id !== plan.cause),
    users,
    random,
  )
  if (withOthers > 1.08 * rate) return null
  // A system that thrashes does less beyond its knee than at it.
  const most = plan.cause === 'memory' ? peakThroughput(plan, users, random) : rate
  return { rate: most, kneeUsers: most * cycleSeconds }
}

const levels = 10

/** The most that any of ten levels of users reaches. */
function peakThroughput(plan: SystemPlan, users: number, random: () => number): number {
  const at = (second: number) => Math.ceil((users * (Math.floor((second * levels) / seconds) + 1)) / levels)
  const load = { kind: 'closed' as const, thinkSeconds: plan.thinkSeconds, seconds, at }
  const { completed } = simulate(buildSystem(plan), load, random)
  const width = seconds / levels
  const rates = Array.from({ length: levels }, (_, level) =>
    completed.subarray(level * width + 4, (level + 1) * width).reduce((sum, each) => sum + each, 0),
  )
  return Math.max(...rates) / (width - 4)
}

function throughput(plan: SystemPlan, users: number, random: () => number): number {
  const load = { kind: 'closed' as const, thinkSeconds: plan.thinkSeconds, seconds, at: () => users }
  const { completed } = simulate(buildSystem(plan), load, random)
  return completed.subarray(warmUpSeconds).reduce((sum, each) => sum + each, 0) / (seconds - warmUpSeconds)
}
