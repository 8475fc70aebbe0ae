/** Pages prReportsCompare and prReportsCompareHistory: runs beside each other, of PR or of JMeter, with one of them as the baseline. */
import { PlusOutlined, PrinterOutlined, ScissorOutlined } from '@ant-design/icons'
import type { RunDetail } from '@pone/contract/entities/run.ts'
import { Button } from 'antd'
import { useMemo, useState } from 'react'
import { useT } from '../../lib/i18n.ts'
import { useIsHistory } from '../../lib/navigation/history.ts'
import { links } from '../../lib/navigation/links.ts'
import '../../ui/data-table/data-table.css'
import { PageBody, PageHeader } from '../../ui/page/page-header.tsx'
import { EmptyState, ErrorState } from '../../ui/page/page-states.tsx'
import './comparison.css'
import { PartDialog } from './choice/part-dialog.tsx'
import { RunCards } from './choice/run-cards.tsx'
import { RunPicker } from './choice/run-picker.tsx'
import { ComparisonContent } from './comparison-content.tsx'
import { useComparison, useKnownRuns } from './comparison-queries.ts'
import { ComputingState } from './computing-state.tsx'
import { ExportCsv } from './export-csv.tsx'
import { type PlannedRun, planComparison } from './model/comparison-plan.ts'
import { shownRuns } from './shown-run.ts'
import { useChosen } from './use-comparison-state.ts'

export function Page() {
  const t = useT()
  const isHistory = useIsHistory()
  const { chosen, label, isPicking, choose, setLabel, closePicker } = useChosen()
  const [isOpen, setOpen] = useState(false)
  const [cutting, setCutting] = useState<PlannedRun | 'all' | null>(null)
  const { known, details, retry } = useKnownRuns(chosen.runs.map(({ id }) => id))
  const plan = planComparison(chosen, known)
  const isReading = known.includes(null)
  const isReady = !isReading && plan.parts.length > 1
  const comparison = useComparison(plan.parts, isReady)
  const order = chosen.runs.map(({ id }) => id).join()
  // The same as long as nothing is compared anew, so that charts and rows need not be drawn again.
  const shown = useMemo(
    () => (comparison.data ? shownRuns(comparison.data, order.split(',')) : []),
    [comparison.data, order],
  )
  const pick = (
    <Button type="primary" icon={<PlusOutlined />} onClick={() => setOpen(true)}>
      {t('comparison.add')}
    </Button>
  )
  const remove = (id: string) => choose({ runs: chosen.runs.filter(run => run.id !== id) })
  return (
    <div className="cmp-page">
      <PageHeader
        title={t(isHistory ? 'route.prReportsCompareHistory' : 'route.prReportsCompare')}
        {...(isHistory ? { backTo: links.runs } : {})}
        actions={
          <>
            {plan.parts.length > 0 && (
              <Button icon={<ScissorOutlined />} onClick={() => setCutting('all')}>
                {t('comparison.part')}
              </Button>
            )}
            {isReady && comparison.data && (
              <>
                <Button icon={<PrinterOutlined />} onClick={() => window.print()}>
                  {t('comparison.print')}
                </Button>
                <ExportCsv parts={plan.parts} />
              </>
            )}
            {chosen.runs.length > 0 && pick}
          </>
        }
      />
      <PageBody>
        {chosen.runs.length > 0 && (
          <RunCards
            entries={plan.entries}
            onBaseline={id => choose({ baseline: id })}
            onPart={setCutting}
            onRemove={remove}
            onRetry={retry}
          />
        )}
        {!isReading && !isReady ? (
          <EmptyState
            title={t('comparison.emptyTitle')}
            text={t(chosen.runs.length === 0 ? 'comparison.emptyText' : 'comparison.oneText')}
            action={pick}
          />
        ) : comparison.error && (!comparison.data || comparison.isPlaceholderData) ? (
          <ErrorState
            error={comparison.error}
            onRetry={() => {
              // One of the runs may be gone by now.
              retry()
              void comparison.refetch()
            }}
          />
        ) : comparison.data ? (
          <div className={comparison.isPlaceholderData ? 'cmp-stale' : undefined}>
            {comparison.isPlaceholderData && <ComputingState count={plan.parts.length} isAgain />}
            <ComparisonContent
              comparison={comparison.data}
              runs={shown}
              isWaiting={!isReady || comparison.isPlaceholderData}
              parts={plan.parts}
              label={label}
              onLabel={setLabel}
            />
          </div>
        ) : (
          <ComputingState count={Math.max(plan.parts.length, chosen.runs.length)} />
        )}
      </PageBody>
      {(isOpen || isPicking) && !isReading && (
        <RunPicker
          chosen={plan.entries.flatMap(({ id, leftOut }) => (leftOut === 'deleted' ? [] : [id]))}
          engine={plan.baseline?.run?.engine ?? null}
          scenarioId={plan.baseline?.run?.scenarioId ?? null}
          onClose={() => {
            setOpen(false)
            if (isPicking) closePicker()
          }}
          onChoose={ids => {
            setOpen(false)
            choose({
              runs: ids.map(id => chosen.runs.find(run => run.id === id) ?? { id, part: null }),
              baseline: chosen.baseline !== null && ids.includes(chosen.baseline) ? chosen.baseline : null,
            })
          }}
        />
      )}
      {cutting !== null && (
        <PartDialog
          of={cutting === 'all' ? null : cutting}
          part={cutting === 'all' ? chosen.part : cutting.part}
          rampUpSeconds={rampUpOf(details.filter(({ id }) => cutting === 'all' || id === cutting.id))}
          onClose={() => setCutting(null)}
          onApply={part => {
            if (cutting === 'all') {
              if (part !== null) choose({ part })
            } else choose({ runs: chosen.runs.map(run => (run.id === cutting.id ? { ...run, part } : run)) })
          }}
        />
      )}
    </div>
  )
}

/** The longest ramp-up that the load models tell, s. */
const rampUpOf = (runs: readonly RunDetail[]): number =>
  Math.max(
    0,
    ...runs.map(({ scenario: { loadModel } }) =>
      loadModel.kind === 'constant' ? loadModel.rampUpSeconds : 0,
    ),
  )
