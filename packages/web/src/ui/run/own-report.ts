/** Pages of runs that exist for one engine only: the report in its own format, and the log of its process. */
import type { Engine } from '@pone/plan/engines/engine.ts'
import { historyPage } from '../../lib/navigation/history.ts'

interface OwnPage {
  /** Text key of its title. */
  readonly title: 'run.ownReport.jmeter' | 'run.ownLog.jmeter'
  /** Its address, among the running tasks or, with `isHistory`, among the records. */
  readonly linkTo: (runId: string, isHistory?: boolean) => string
}

const pageOf = (title: OwnPage['title'], name: string): OwnPage => ({
  title,
  linkTo: (runId, isHistory = false) => `${historyPage(name, isHistory)}?id=${encodeURIComponent(runId)}`,
})

/** An engine without an entry has only the general report. */
export const ownPages: Partial<Record<Engine, { readonly report: OwnPage; readonly log: OwnPage }>> = {
  jmeter: {
    report: pageOf('run.ownReport.jmeter', 'jmeterReports'),
    log: pageOf('run.ownLog.jmeter', 'jmeterLog'),
  },
}
