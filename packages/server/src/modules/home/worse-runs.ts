/** Decides which scenarios became worse since their last complete run; pure. */
import { type HomeRun, type WorseReason, worseFrom } from '@pone/contract/entities/home.ts'
import type { RunResult } from '../run/last-results.ts'

/** Everything that is worse in the latest run, in the order of worseReasons; empty when nothing is. */
export function worseReasonsOf(latest: HomeRun, previous: HomeRun): WorseReason[] {
  const reasons: WorseReason[] = []
  if (latest.state === 'failed') reasons.push('failed')
  if (previous.sla === 'passed' && latest.sla === 'broken') reasons.push('sla')
  // A failed run has the figures of a part only, and one that is not reliable those of its load machines.
  if (latest.state === 'failed' || [latest, previous].some(({ sla }) => sla === 'notReliable')) return reasons
  const isLoadAlike = isAlike(latest, previous)
  if (isLoadAlike && isSlower(latest, previous)) reasons.push('p95')
  if (hasMoreErrors(latest, previous)) reasons.push('errors')
  if (isLoadAlike && isLessThan(latest.requestsPerSecond, previous.requestsPerSecond)) reasons.push('rate')
  return reasons
}

/** Whether P95 and throughput can be compared: both runs had about the same users. */
export function isAlike(latest: HomeRun, previous: HomeRun): boolean {
  const difference = Math.abs(latest.peakUsers - previous.peakUsers)
  return difference * 100 <= previous.peakUsers * worseFrom.usersPercent
}

function isSlower(latest: HomeRun, previous: HomeRun): boolean {
  if (latest.p95Ms === null || previous.p95Ms === null) return false
  const longer = latest.p95Ms - previous.p95Ms
  return longer >= worseFrom.p95Ms && longer * 100 >= previous.p95Ms * worseFrom.p95Percent
}

const hasMoreErrors = (latest: HomeRun, previous: HomeRun): boolean =>
  latest.errorPercent !== null && latest.errorPercent - (previous.errorPercent ?? 0) >= worseFrom.errorPoints

const isLessThan = (latest: number, previous: number): boolean =>
  previous > 0 && (previous - latest) * 100 >= previous * worseFrom.ratePercent

/** A stored result as the home page shows it. */
export const toHomeRun = (run: Omit<RunResult, 'scenarioId' | 'scenarioName'>): HomeRun => ({
  id: run.id,
  number: run.number,
  state: run.state,
  sla: run.sla,
  createdAt: run.createdAt,
  startedAt: run.startedAt,
  peakUsers: run.peakUsers,
  requests: run.requests,
  requestsPerSecond: run.requestsPerSecond,
  p95Ms: run.p95Ms,
  errorPercent: run.requests === 0 ? null : (run.failed / run.requests) * 100,
})
