/** Data-flow reports: what a link collected in a session, kept at its stop so that deletion and retention do not empty it. */
import {
  type FlowComparison,
  type FlowContent,
  type FlowReport,
  type FlowRun,
  maxFlowGaps,
} from '@pone/contract/entities/flow-report.ts'
import type { MonitorLinkSession } from '@pone/contract/entities/monitor-link.ts'
import { AppError } from '@pone/contract/errors.ts'
import { compareFlows } from '@pone/results/flow-report/compare.ts'
import { flowEvents } from '@pone/results/flow-report/events.ts'
import { flowNotes } from '@pone/results/flow-report/notes.ts'
import { awaitLastValues, type LastValuesDeps } from '../run-monitoring/last-values.ts'
import { monitoredHealth } from '../run-monitoring/monitored-health.ts'
import { type MonitoredRunDeps, readMonitoredRun } from '../run-monitoring/monitored-run.ts'
import type { FlowReportRepository, FlowSession } from './flow-report.repository.ts'
import { sessionStatistics } from './session-statistics.ts'

/** For every question of samples see `sessionStatistics`: of a session that runs, and when it is kept. */
const maxQuestions = { live: 2, kept: 60 } as const
const keptAtOnce = 5
const maxUnkept = 500
const retryAfterMs = 600_000

interface FlowReportDeps extends Omit<MonitoredRunDeps, 'monitors'>, LastValuesDeps {
  readonly reports: FlowReportRepository
  readonly onFailure: (what: string, cause: unknown) => void
}

export interface FlowViewer {
  /** Whether load tests of the session are told. */
  readonly seesRuns: boolean
}

interface ComparedSessions {
  readonly projectId: string
  readonly baseId: string
  readonly otherId: string
}

export type FlowReportService = ReturnType<typeof createFlowReportService>

export function createFlowReportService(deps: FlowReportDeps) {
  const { reports } = deps
  /** When a session that could not be kept is tried again, epoch ms. */
  const retryAt = new Map<string, number>()
  const tryKeep = async (projectId: string, id: string, signal: AbortSignal): Promise<void> => {
    try {
      await keep(deps, { projectId, id, signal })
      retryAt.delete(id)
    } catch (cause) {
      retryAt.set(id, deps.now() + retryAfterMs)
      deps.onFailure(`monitoring stream of session ${id}`, cause)
    }
  }
  return {
    /** @throws AppError NotFound */
    get: (projectId: string, id: string, viewer: FlowViewer): Promise<FlowReport> =>
      report(deps, { projectId, id }, viewer),
    /** Returns the names of their links. @throws AppError NotFound, FlowReportRunning */
    delete: async (projectId: string, ids: readonly string[]): Promise<string[]> => {
      const found = await reports.findAll(projectId, ids)
      if (found.length < new Set(ids).size) throw new AppError('NotFound', { what: 'flowReport' })
      const running = found.filter(({ stoppedAt }) => stoppedAt === null)
      if (running.length > 0)
        throw new AppError('FlowReportRunning', {
          links: running
            .slice(0, 5)
            .map(({ linkName }) => linkName)
            .join(', '),
        })
      await reports.delete(projectId, ids)
      return found.map(({ linkName }) => linkName)
    },
    /** @throws AppError NotFound, FlowReportsOfOneLink */
    compare: async ({ projectId, baseId, otherId }: ComparedSessions): Promise<FlowComparison> => {
      const [base, other] = [
        await findSession(deps, projectId, baseId),
        await findSession(deps, projectId, otherId),
      ]
      if (base.linkId !== other.linkId) throw new AppError('FlowReportsOfOneLink')
      const [before, after] = [await contentOf(deps, base), await contentOf(deps, other)]
      return {
        base: described(base),
        other: described(other),
        counters: compareFlows(before.content, after.content),
      }
    },
    /** Keeps what was collected in sessions that are over, also those that ended while no server ran; after the signal the next server does it. */
    keepAll: async (signal: AbortSignal): Promise<void> => {
      const due = (await reports.unkept(maxUnkept)).filter(({ id }) => (retryAt.get(id) ?? 0) <= deps.now())
      for (let first = 0; first < due.length && !signal.aborted; first += keptAtOnce)
        await Promise.all(
          due.slice(first, first + keptAtOnce).map(({ id, projectId }) => tryKeep(projectId, id, signal)),
        )
    },
  }
}

/** @throws AppError NotFound */
async function findSession(
  { reports }: Pick<FlowReportDeps, 'reports'>,
  projectId: string,
  id: string,
): Promise<FlowSession> {
  const session = await reports.find(projectId, id)
  if (session === undefined) throw new AppError('NotFound', { what: 'flowReport' })
  return session
}

const described = ({
  projectId: _projectId,
  topology: _topology,
  ...session
}: FlowSession): MonitorLinkSession => session

async function report(
  deps: FlowReportDeps,
  { projectId, id }: { readonly projectId: string; readonly id: string },
  { seesRuns }: FlowViewer,
): Promise<FlowReport> {
  const found = await findSession(deps, projectId, id)
  const session = described(found)
  const { content: whole, isKept, present } = await contentOf(deps, found)
  const content = seesRuns ? whole : { ...whole, runs: [] }
  const lengthMs = Math.max(0, (found.stoppedAt ?? deps.now()) - found.startedAt)
  const runIds = new Set(present.map(run => run.id))
  return {
    ...content,
    session,
    topology: found.topology,
    lengthMs,
    isKept,
    ...flowEvents(content, { session, lengthMs, runIds }),
    notes: flowNotes(content, { seesRuns }),
  }
}

/** What is kept of the session, or what is stored now; with the load tests that still exist. */
async function contentOf(
  deps: FlowReportDeps,
  session: FlowSession,
): Promise<{ content: FlowContent; isKept: boolean; present: readonly FlowRun[] }> {
  const present = await deps.reports.runs(session.id, session.startedAt)
  const kept = session.stoppedAt === null ? null : await deps.reports.kept(session.id)
  if (kept === null) {
    const content = await collected(deps, session, { runs: present, questions: maxQuestions.live })
    return { content, isKept: false, present }
  }
  // A load test that went on at the stop has ended since.
  const now = new Map(present.map(run => [run.id, run]))
  return { content: { ...kept, runs: kept.runs.map(run => now.get(run.id) ?? run) }, isKept: true, present }
}

async function keep(
  deps: FlowReportDeps,
  { projectId, id, signal }: { projectId: string; id: string; signal: AbortSignal },
): Promise<void> {
  const session = await deps.reports.find(projectId, id)
  if (session === undefined || session.stoppedAt === null) return
  await awaitLastValues(deps, projectId, {
    topologies: [session.topology],
    endedAt: session.stoppedAt,
    signal,
  })
  if (signal.aborted) return
  const runs = await deps.reports.runs(id, session.startedAt)
  const content = await collected(deps, session, { runs, questions: maxQuestions.kept })
  await deps.reports.keep(id, content, deps.now())
}

async function collected(
  deps: FlowReportDeps,
  session: FlowSession,
  { runs, questions }: { readonly runs: FlowRun[]; readonly questions: number },
): Promise<FlowContent> {
  const { projectId, startedAt, linkId, linkName, topology, stoppedAt } = session
  const until = stoppedAt ?? deps.now()
  const link = {
    id: linkId,
    name: linkName,
    topology,
    isStartedByRun: false,
    fromAt: startedAt,
    untilAt: stoppedAt,
    stoppedAt,
  }
  const monitoring = await readMonitoredRun(
    deps,
    { projectId, startedAt, until, gapsPerMonitor: maxFlowGaps },
    [link],
  )
  const statistics = await sessionStatistics(deps, monitoring, {
    projectId,
    startedAt,
    until,
    maxQuestions: questions,
  })
  const health = await monitoredHealth(deps, monitoring, { projectId, lengthMs: until - startedAt })
  return { monitoring, health, statistics, runs }
}
