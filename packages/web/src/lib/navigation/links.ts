/** Addresses of objects in the project workspace, for links between features. */

import { isActiveRun, type RunState } from '@pone/contract/states.ts'
import type { Engine } from '@pone/plan/engines/engine.ts'
import { engines } from '@pone/plan/engines/registry.ts'

const projects = '/pone/atf/projects'
const withId = (page: string, id: string) => `${projects}/${page}?id=${encodeURIComponent(id)}`
const taskCentre = (engine: Engine) => `${projects}/taskCenter/${engines[engine].displayName}PerformanceTask`

export const links = {
  home: `${projects}/home`,
  components: `${projects}/assembly`,
  scenarios: `${projects}/testset`,
  runs: `${projects}/logging`,
  productionMixes: `${projects}/productionMix`,
  productionMix: (id: string) => withId('productionMix', id),
  component: (id: string) => withId('prComponentDesign', id),
  jmeterComponent: (id: string) => withId('jmeterComponentDesign', id),
  scenario: (id: string) => withId('scenarioSLA', id),
  /** The editor of a scenario. */
  openScenario: (id: string) => withId('testset', id),
  liveRun: (runId: string) => withId('realTimeMonitoring', runId),
  taskSets: `${projects}/testset?tree=tasks`,
  taskSet: (id: string) => `${projects}/testset?tree=tasks&id=${encodeURIComponent(id)}`,
  tasks: taskCentre,
  /** An execution of a task set, in the task centre. */
  execution: ({ id, engine }: { readonly id: string; readonly engine: Engine }) =>
    `${taskCentre(engine)}?open=${encodeURIComponent(id)}`,
  report: (runId: string) => withId('analysisReports', runId),
  /** Compares runs, the first one is the baseline; with `picks` the selection of runs is open. `isHistory`: linked from records and their reports. */
  comparison: (runIds: readonly string[], { isHistory = false, picks = false } = {}) =>
    `${projects}/prReportsCompare${isHistory ? 'History' : ''}?runs=${runIds.join('_')}${picks ? '&pick=true' : ''}`,
  monitors: `${projects}/monitorManager`,
  monitorLinks: `${projects}/monitorManager?tab=links`,
  /** The editor of a monitoring link. */
  editLink: (id: string) => `${projects}/monitorManager?tab=links&link=${encodeURIComponent(id)}`,
  liveLinks: `${projects}/monitorList?tab=links`,
  /** The live topology of a monitoring link. */
  liveLink: (id: string) => `${projects}/monitorList?tab=links&link=${encodeURIComponent(id)}`,
  /** Monitoring streams that run, and those that are over. */
  flowReports: `${projects}/dataFlowReportManage`,
  pastFlowReports: `${projects}/dataFlowReportManager`,
  /** Those of links whose name contains this. */
  pastFlowReportsOf: (linkName: string) =>
    `${projects}/dataFlowReportManager?search=${encodeURIComponent(linkName)}`,
  /** What a link collects in a session, or has collected. */
  flowReport: ({ id, stoppedAt }: { readonly id: string; readonly stoppedAt: number | null }) =>
    withId(stoppedAt === null ? 'dataFlowReportManagePage' : 'dataFlowReportManagerPage', id),
  /** Two sessions of a link beside each other. */
  flowComparison: (id: string, otherId: string) =>
    `${withId('dataFlowReportManagerPage', id)}&with=${encodeURIComponent(otherId)}`,
  /** The nodes that serve a label of a run. */
  fullLink: (runId: string, label: number) =>
    `${projects}/traceMonitor?run=${encodeURIComponent(runId)}&label=${label}`,
  /** The spans of a trace, with the response time of its request and when that was sent or ended. */
  trace: (traceId: string, { durationMs, at }: { readonly durationMs: number; readonly at: number }) =>
    `${projects}/traceMonitor?trace=${encodeURIComponent(traceId)}&ms=${durationMs}&at=${at}`,
  /** Where the tracing console and the tracing system are set. */
  tracing: `${projects}/skywalking`,
  flameDiagrams: `${projects}/flameDiagram`,
  /** Facts about a flame diagram. */
  flameDiagram: (id: string) => withId('flameDiagramInfo', id),
  /** One of its profiles, drawn. */
  flameDiagramView: (id: string, part = 0) =>
    `${withId('viewFlameDiagram', id)}${part > 0 ? `&part=${part}` : ''}`,
  /** One of its profiles as lists: methods, packages, calls. */
  flameDiagramAnalysis: (id: string, part = 0) =>
    `${withId('flameDiagramAnalysis', id)}${part > 0 ? `&part=${part}` : ''}`,
  /** Two of them; '' leaves the other one to be chosen. */
  flameDiagramDifference: (id: string, otherId = '') =>
    `${withId('flameDiagramDifference', id)}${otherId === '' ? '' : `&with=${encodeURIComponent(otherId)}`}`,
  allThreadDumps: `${projects}/threadDumps`,
  /** The thread dumps of one order. */
  threadDumps: (id: string) => withId('threadDumps', id),
  monitorWall: `${projects}/monitorList`,
  boards: `${projects}/monitorBoard`,
  /** A chart group as it is watched. */
  board: (id: string) => `${projects}/monitorBoard?group=${encodeURIComponent(id)}`,
  /** The editor of a chart group; `new`: of one that is not stored yet. */
  editCharts: (id: string) => `${projects}/monitorCharts?group=${encodeURIComponent(id)}`,
  /** The editor of a new chart group of what the nodes of a monitoring link show. */
  chartsOfLink: (linkId: string) => `${projects}/monitorCharts?link=${encodeURIComponent(linkId)}`,
  monitor: (id: string) => withId('monitorInfo', id),
  monitorHistory: `${projects}/monitorHistory`,
  /** What a monitor collected from a start to a stop, or until now. */
  monitorSession: (session: {
    readonly monitorId: string
    readonly startedAt: number
    readonly stoppedAt: number | null
  }) =>
    `${withId('monitorInfoHistory', session.monitorId)}&range=${session.startedAt}-${session.stoppedAt ?? ''}`,
  alertRules: `${projects}/warningConfig`,
  alertRule: (id: string) => `${projects}/warningConfig?open=${encodeURIComponent(id)}`,
  /** The empty form of a new rule. */
  createAlertRule: `${projects}/warningConfig?ruleOf=new`,
  /** The form of a new rule for a counter of a monitor. */
  newAlertRule: (of: {
    readonly monitorId: string
    readonly section: string
    readonly counter: string
    readonly isRate: boolean
  }) =>
    `${projects}/warningConfig?ruleOf=${of.monitorId}&counter=${encodeURIComponent(`${of.section}.${of.counter}`)}&fn=${of.isRate ? 'rate' : 'value'}`,
  /** Open incidents, of one rule, monitor or level if that is named. */
  incidents: (of: { readonly rule?: string; readonly monitor?: string; readonly level?: string } = {}) =>
    `${projects}/taskCenter/monitorWarning?${new URLSearchParams(of)}`.replace(/\?$/, ''),
  incident: (id: string) => `${projects}/taskCenter/monitorWarning?open=${encodeURIComponent(id)}`,
  sla: (runId: string) => withId('SLA', runId),
  /** The page for a run in its present state: live monitoring or report. */
  run: (run: { readonly id: string; readonly state: string }) =>
    isActiveRun(run.state as RunState)
      ? withId('realTimeMonitoring', run.id)
      : withId('analysisReports', run.id),
} as const
