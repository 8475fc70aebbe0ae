/** Metrics × runs for all requests or one label: value, change, and its significance. */
import {
  type ComparedCell,
  type ComparisonMetric,
  comparisonMetrics,
} from '@pone/contract/entities/comparison.ts'
import { noValue } from '@pone/metrics/figures.ts'
import { Fragment } from 'react'
import { useT } from '../../../lib/i18n.ts'
import { metricDelta, metricValue, percentDelta } from '../metric-text.ts'
import { RunName } from '../run-name.tsx'
import type { ShownRun } from '../shown-run.ts'
import { type ChangeOf, ChangeWithReasons, Significance } from './change-mark.tsx'
import { verdictOf } from './change-verdict.ts'

export interface TotalsTableProps {
  /** One cell per run; null where the run does not have the label. */
  readonly cells: readonly (ComparedCell | null)[]
  readonly runs: readonly ShownRun[]
  readonly tolerancePercent: number
}

/** The largest number of compared runs with separate columns; beyond it only the percentage is shown and the rest is in its tooltip. */
const mostWithColumns = 2

export function TotalsTable({ cells, runs, tolerancePercent }: TotalsTableProps) {
  const [first, ...others] = runs
  if (!first) return null
  const isCompact = others.length > mostWithColumns
  return (
    <div className="cmp-scroll">
      <table className="cmp-table cmp-totals">
        <Head first={first} others={others} isCompact={isCompact} />
        <tbody>
          {comparisonMetrics.map(metric => (
            <MetricRow
              key={metric}
              metric={metric}
              cells={cells}
              others={others}
              isCompact={isCompact}
              tolerancePercent={tolerancePercent}
            />
          ))}
        </tbody>
      </table>
    </div>
  )
}

interface Columns {
  readonly others: readonly ShownRun[]
  /** One column for the value and one for the change, instead of four. */
  readonly isCompact: boolean
}

function Head({ first, others, isCompact }: Columns & { readonly first: ShownRun }) {
  const t = useT()
  return (
    <thead>
      <tr>
        <th scope="col" rowSpan={2}>
          {t('comparison.metric')}
        </th>
        <th scope="col" rowSpan={2} className="cmp-number">
          <RunName color={first.color} number={first.number} />
          <small>{t('comparison.baseline')}</small>
        </th>
        {others.map(run => (
          <th key={run.id} scope="colgroup" colSpan={isCompact ? 2 : 4} className="cmp-group">
            <RunName color={run.color} number={run.number} />
          </th>
        ))}
      </tr>
      <tr>
        {others.map(run => (
          <Fragment key={run.id}>
            <th scope="col" className="cmp-number cmp-first">
              {t('comparison.value')}
            </th>
            <th scope="col" className="cmp-number">
              {t('comparison.delta')}
            </th>
            {!isCompact && (
              <>
                <th scope="col" className="cmp-number">
                  %
                </th>
                <th scope="col">{t('comparison.significance')}</th>
              </>
            )}
          </Fragment>
        ))}
      </tr>
    </thead>
  )
}

function MetricRow({
  metric,
  cells,
  others,
  isCompact,
  tolerancePercent,
}: Columns & Omit<TotalsTableProps, 'runs'> & { readonly metric: ComparisonMetric }) {
  const t = useT()
  const value = (cell: ComparedCell | null | undefined) =>
    cell ? metricValue(metric, cell.statistics[metric]) : noValue
  return (
    <tr>
      <th scope="row" title={t(`comparison.metricHelp.${metric}`)}>
        <span className="cmp-metric">{t(`comparison.metric.${metric}`)}</span>
      </th>
      <td className="cmp-number">{value(cells[0])}</td>
      {others.map((run, at) => {
        const cell = cells[at + 1]
        const change = cell?.changes?.[metric]
        return (
          <Fragment key={run.id}>
            <td className="cmp-number cmp-first">{value(cell)}</td>
            {change === undefined ? (
              <NoChange isCompact={isCompact} />
            ) : isCompact ? (
              <td className="cmp-number">
                <ChangeWithReasons metric={metric} change={change} tolerancePercent={tolerancePercent} />
              </td>
            ) : (
              <ChangeCells metric={metric} change={change} tolerancePercent={tolerancePercent} />
            )}
          </Fragment>
        )
      })}
    </tr>
  )
}

/** Difference, percentage and significance in a column each. */
function ChangeCells(of: ChangeOf) {
  const t = useT()
  const { metric, change, tolerancePercent } = of
  const look = `cmp-number cmp-${verdictOf(metric, change, tolerancePercent)}`
  return (
    <>
      <td className={look}>{metricDelta(metric, change.delta, t)}</td>
      <td className={look}>{percentDelta(change)}</td>
      <td>
        <Significance {...of} />
      </td>
    </>
  )
}

/** The cells of a run or a baseline that does not have the label. */
function NoChange({ isCompact }: Pick<Columns, 'isCompact'>) {
  return (
    <>
      <td className="cmp-number">{noValue}</td>
      {!isCompact && (
        <>
          <td className="cmp-number">{noValue}</td>
          <td>{noValue}</td>
        </>
      )}
    </>
  )
}
