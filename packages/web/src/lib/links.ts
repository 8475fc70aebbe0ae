/** Addresses of things inside the project workspace, for links between features. */
import { isActiveRun, type RunState } from '@pone/contract/states.ts'

const projects = '/pone/atf/projects'
const withId = (page: string, id: string) => `${projects}/${page}?id=${encodeURIComponent(id)}`

export const links = {
  home: `${projects}/home`,
  components: `${projects}/assembly`,
  scenarios: `${projects}/testset`,
  runs: `${projects}/logging`,
  component: (id: string) => withId('prComponentDesign', id),
  scenario: (id: string) => withId('scenarioSLA', id),
  liveRun: (runId: string) => withId('realTimeMonitoring', runId),
  report: (runId: string) => withId('analysisReports', runId),
  sla: (runId: string) => withId('SLA', runId),
  /** The page on which a run is best looked at in its present state. */
  run: (run: { readonly id: string; readonly state: string }) =>
    isActiveRun(run.state as RunState)
      ? withId('realTimeMonitoring', run.id)
      : withId('analysisReports', run.id),
} as const
