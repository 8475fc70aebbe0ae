/** Pages of runs that one engine alone has: the report in its own form, and the log of its process. */
import type { Engine } from '@pone/plan/engines/engine.ts'
import { historyPage } from '../../lib/navigation/history.ts'

interface OwnPage {
  /** Key of its name in the texts. */
  readonly title: 'run.ownReport.jmeter' | 'run.ownLog.jmeter'
  /** Its address, from a running task or, `isHistory`, from the records. */
  readonly linkTo: (runId: string, isHistory?: boolean) => string
}

const pageOf = (title: OwnPage['title'], name: string): OwnPage => ({
  title,
  linkTo: (runId, isHistory = false) => `${historyPage(name, isHistory)}?id=${encodeURIComponent(runId)}`,
})

/** An engine without an entry has the general report alone. */
export const ownPages: Partial<Record<Engine, { readonly report: OwnPage; readonly log: OwnPage }>> = {
  jmeter: {
    report: pageOf('run.ownReport.jmeter', 'jmeterReports'),
    log: pageOf('run.ownLog.jmeter', 'jmeterLog'),
  },
}
