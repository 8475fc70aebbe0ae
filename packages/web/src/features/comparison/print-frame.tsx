/** The printed comparison names scenarios, numbers, parts and the days of the first and last run at the head of each sheet and in the name of the file. */
import { formatClockRange } from '@pone/metrics/figures.ts'
import { isPartOfRun } from '@pone/metrics/run-part.ts'
import { dayOf, exportFileName } from '@pone/schema/file-name.ts'
import { useT } from '../../lib/i18n.ts'
import { PrintSheets } from '../../ui/print/print-sheets.tsx'
import type { ShownRun } from './shown-run.ts'

export function PrintFrame({ runs }: { readonly runs: readonly ShownRun[] }) {
  const t = useT()
  const title = t('route.prReportsCompare')
  const scenarios = [...new Set(runs.map(({ run }) => run.scenarioName))].join(', ')
  const numbers = runs.map(shown =>
    isPartOfRun(shown.run, shown)
      ? `#${shown.number} (${formatClockRange(shown.fromMs, shown.toMs)})`
      : `#${shown.number}`,
  )
  const days = [...new Set(runs.map(({ run }) => dayOf(run.startedAt)))].sort()
  const period = [...new Set([days.at(0) ?? '', days.at(-1) ?? ''])].join(' – ')
  const name = exportFileName([scenarios, ...runs.map(({ number }) => String(number)), title, period], 'pdf')
  return (
    <PrintSheets
      head={[scenarios, numbers.join(', '), title, period]}
      fileName={name.replace(/\.pdf$/, '')}
    />
  )
}
