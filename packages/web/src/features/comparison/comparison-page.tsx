/** Pages prReportsCompare and prReportsCompareHistory: runs of one engine side by side, one of them the baseline. */
import { PlusOutlined, PrinterOutlined, ScissorOutlined } from '@ant-design/icons'
import type { ComparedPart } from '@pone/contract/entities/comparison.ts'
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
import { rampUpSeconds, withPart, withRuns } from './model/choice-changes.ts'
import type { Chosen } from './model/comparison-address.ts'
import { type ComparisonPlan, type PlannedRun, planComparison } from './model/comparison-plan.ts'
import { shownRuns } from './shown-run.ts'
import { useChosen } from './use-comparison-state.ts'

export function Page() {
  const t = useT()
  const isHistory = useIsHistory()
  const { chosen, isPicking, choose, closePicker } = useChosen()
  const [isOpen, setOpen] = useState(false)
  const [cutting, setCutting] = useState<PlannedRun | 'all' | null>(null)
  const { plan, details, retry, isReading, isReady, comparison } = useCompared(chosen)
  const pick = (
    <Button type="primary" icon={<PlusOutlined />} onClick={() => setOpen(true)}>
      {t('comparison.add')}
    </Button>
  )
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
            {isReady && comparison.data && <TakeAway parts={plan.parts} />}
            {chosen.runs.length > 0 && pick}
          </>
        }
      />
      <PageBody>
        {chosen.runs.length > 0 && (
          <RunCards
            entries={plan.entries}
            onBaseline={baseline => choose({ baseline })}
            onPart={setCutting}
            onRemove={id => choose({ runs: chosen.runs.filter(run => run.id !== id) })}
            onRetry={retry}
          />
        )}
        {!isReading && !isReady ? (
          <EmptyState
            title={t('comparison.emptyTitle')}
            text={t(chosen.runs.length === 0 ? 'comparison.emptyText' : 'comparison.oneText')}
            action={pick}
          />
        ) : (
          <Result
            comparison={comparison}
            plan={plan}
            order={chosen.runs.map(({ id }) => id)}
            isReady={isReady}
            onRetry={retry}
          />
        )}
      </PageBody>
      {(isOpen || isPicking) && !isReading && (
        <Picking
          plan={plan}
          onClose={() => {
            setOpen(false)
            if (isPicking) closePicker()
          }}
          onChoose={ids => {
            setOpen(false)
            choose(withRuns(chosen, ids))
          }}
        />
      )}
      {cutting !== null && (
        <Cutting
          of={cutting}
          chosen={chosen}
          details={details}
          onClose={() => setCutting(null)}
          onCut={choose}
        />
      )}
    </div>
  )
}

/** The selected runs in their present state, and their comparison once all are read and at least two can be compared. */
function useCompared(chosen: Chosen) {
  const { known, details, retry } = useKnownRuns(chosen.runs.map(({ id }) => id))
  const plan = planComparison(chosen, known)
  const isReading = known.includes(null)
  const isReady = !isReading && plan.parts.length > 1
  return { plan, details, retry, isReading, isReady, comparison: useComparison(plan.parts, isReady) }
}

/** The dialog that selects runs; deleted runs are dropped from the selection. */
function Picking({
  plan: { entries, baseline },
  ...on
}: {
  readonly plan: ComparisonPlan
  readonly onClose: () => void
  readonly onChoose: (ids: readonly string[]) => void
}) {
  return (
    <RunPicker
      chosen={entries.filter(({ leftOut }) => leftOut !== 'deleted').map(({ id }) => id)}
      engine={baseline?.run?.engine ?? null}
      scenarioId={baseline?.run?.scenarioId ?? null}
      {...on}
    />
  )
}

/** The dialog for the time range of all runs, or of one. */
function Cutting(props: {
  readonly of: PlannedRun | 'all'
  readonly chosen: Chosen
  readonly details: readonly RunDetail[]
  readonly onClose: () => void
  readonly onCut: (changes: Partial<Chosen>) => void
}) {
  const { chosen, details, onClose, onCut } = props
  const of = props.of === 'all' ? null : props.of
  return (
    <PartDialog
      of={of}
      part={of?.part ?? chosen.part}
      rampUpSeconds={rampUpSeconds(details.filter(({ id }) => of === null || id === of.id))}
      onClose={onClose}
      onApply={part => onCut(withPart(chosen, of?.id ?? null, part))}
    />
  )
}

/** Prints the page, or exports its figures as a table. */
function TakeAway({ parts }: { readonly parts: readonly ComparedPart[] }) {
  const t = useT()
  return (
    <>
      <Button icon={<PrinterOutlined />} onClick={() => window.print()}>
        {t('comparison.print')}
      </Button>
      <ExportCsv parts={parts} />
    </>
  )
}

/** The figures of the comparison; those of the previous selection while the new one is computed. */
function Result(props: {
  readonly comparison: ReturnType<typeof useComparison>
  readonly plan: ComparisonPlan
  /** Ids of the selected runs in the order of selection. */
  readonly order: readonly string[]
  readonly isReady: boolean
  readonly onRetry: () => void
}) {
  const { comparison, plan, isReady, onRetry } = props
  const { label, setLabel } = useChosen()
  const order = props.order.join()
  // Memoized, so that charts and rows are redrawn only when a new response arrives.
  const shown = useMemo(
    () => (comparison.data ? shownRuns(comparison.data, order.split(',')) : []),
    [comparison.data, order],
  )
  const isOld = comparison.isPlaceholderData
  if (comparison.error && (!comparison.data || isOld))
    return (
      <ErrorState
        error={comparison.error}
        onRetry={() => {
          // The comparison also fails when one of its runs was deleted: those are read again too.
          onRetry()
          void comparison.refetch()
        }}
      />
    )
  if (!comparison.data) return <ComputingState count={Math.max(plan.parts.length, props.order.length)} />
  return (
    <div className={isOld ? 'cmp-stale' : undefined}>
      {isOld && <ComputingState count={plan.parts.length} isAgain />}
      <ComparisonContent
        comparison={comparison.data}
        runs={shown}
        isWaiting={!isReady || isOld}
        parts={plan.parts}
        label={label}
        onLabel={setLabel}
      />
    </div>
  )
}
