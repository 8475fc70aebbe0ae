/** Actions on an execution record: its pages, and its import. */

import type { Run } from '@pone/contract/entities/run.ts'
import { isActiveRun } from '@pone/contract/states.ts'
import { useNavigate } from 'react-router'
import { useT } from '../../../lib/i18n.ts'
import { links } from '../../../lib/navigation/links.ts'
import { useCan } from '../../../lib/session/session.ts'
import type { RowAction } from '../../../ui/data-table/row-actions.tsx'
import { ownPages } from '../../../ui/run/own-report.ts'
import { unfinishedImport } from '../../../ui/run/run-state.tsx'
import { recordPage } from './record-list.ts'

export function useRecordActions(options: {
  readonly isHistory: boolean
  readonly onImport: (run: Run) => void
  readonly onCancelImport: (run: Run) => void
}): (run: Run) => readonly RowAction[] {
  const t = useT()
  const navigate = useNavigate()
  const canImport = useCan('run.execute')
  const go = (key: string, label: string, to: string): RowAction => ({
    key,
    label,
    onClick: () => void navigate(to),
  })
  const importActions = (run: Run, canCancel: boolean): RowAction[] => [
    { key: 'import', label: t('run.import.show'), onClick: () => options.onImport(run) },
    ...(canCancel
      ? [
          {
            key: 'cancel',
            label: t('run.import.cancel'),
            isDangerous: true,
            onClick: () => options.onCancelImport(run),
          },
        ]
      : []),
  ]
  return run => {
    if (unfinishedImport(run) !== null) return importActions(run, run.state === 'new' && canImport)
    const { id } = run
    const page = (name: string) => recordPage(name, id, options.isHistory)
    const report = go('report', t('run.record.report'), page('analysisReports'))
    const watch = go('watch', t('run.record.watch'), links.liveRun(id))
    const results = go('sla', t('run.record.slaResult'), page('SLA'))
    const { report: ownReport, log: ownLog } = ownPages[run.engine] ?? {}
    const goOwn = (own: typeof ownReport) =>
      own === undefined ? [] : [go(own.title, t(own.title), own.linkTo(id, true))]
    if (isActiveRun(run.state)) return [watch, results, ...goOwn(ownLog)]
    return [
      report,
      ...goOwn(ownReport),
      ...goOwn(ownLog),
      watch,
      results,
      ...(run.source === 'import' ? importActions(run, false) : []),
    ]
  }
}
