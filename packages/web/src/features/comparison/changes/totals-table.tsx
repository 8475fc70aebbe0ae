/** Metrics × runs of all requests or of one label: value, change, and how sure that is. */
import { type ComparedCell, comparisonMetrics } from '@pone/contract/entities/comparison.ts'
import { noValue } from '@pone/metrics/figures.ts'
import { useT } from '../../../lib/i18n.ts'
import { metricDelta, metricValue, percentDelta } from '../metric-text.ts'
import { RunName } from '../run-name.tsx'
import type { ShownRun } from '../shown-run.ts'
import { ChangeWithReasons, Significance } from './change-mark.tsx'
import { verdictOf } from './change-verdict.ts'

export interface TotalsTableProps {
  /** A cell per run; null where the run lacks the label. */
  readonly cells: readonly (ComparedCell | null)[]
  readonly runs: readonly ShownRun[]
  readonly tolerancePercent: number
}

/** With more runs there is room for the percentage only; the rest is in its tooltip. */
const mostWithColumns = 2

export function TotalsTable({ cells, runs, tolerancePercent }: TotalsTableProps) {
  const t = useT()
  const [first, ...others] = runs
  if (!first) return null
  const isCompact = others.length > mostWithColumns
  return (
    <div className="cmp-scroll">
      <table className="cmp-table cmp-totals">
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
            {others.map(run => [
              <th key={`${run.id} value`} scope="col" className="cmp-number cmp-first">
                {t('comparison.value')}
              </th>,
              ...(isCompact
                ? []
                : [
                    <th key={`${run.id} delta`} scope="col" className="cmp-number">
                      {t('comparison.delta')}
                    </th>,
                  ]),
              <th key={`${run.id} percent`} scope="col" className="cmp-number">
                {isCompact ? t('comparison.delta') : '%'}
              </th>,
              ...(isCompact
                ? []
                : [
                    <th key={`${run.id} significance`} scope="col">
                      {t('comparison.significance')}
                    </th>,
                  ]),
            ])}
          </tr>
        </thead>
        <tbody>
          {comparisonMetrics.map(metric => (
            <tr key={metric}>
              <th scope="row" title={t(`comparison.metricHelp.${metric}`)}>
                <span className="cmp-metric">{t(`comparison.metric.${metric}`)}</span>
              </th>
              <td className="cmp-number">
                {cells[0] ? metricValue(metric, cells[0].statistics[metric]) : noValue}
              </td>
              {others.map((run, at) => {
                const cell = cells[at + 1]
                const change = cell?.changes?.[metric]
                const of = change && { metric, change, tolerancePercent }
                const look = change ? `cmp-${verdictOf(metric, change, tolerancePercent)}` : ''
                return [
                  <td key={`${run.id} value`} className="cmp-number cmp-first">
                    {cell ? metricValue(metric, cell.statistics[metric]) : noValue}
                  </td>,
                  ...(isCompact
                    ? [
                        <td key={`${run.id} percent`} className="cmp-number">
                          {of ? <ChangeWithReasons {...of} /> : noValue}
                        </td>,
                      ]
                    : [
                        <td key={`${run.id} delta`} className={`cmp-number ${look}`}>
                          {change ? metricDelta(metric, change.delta, t) : noValue}
                        </td>,
                        <td key={`${run.id} percent`} className={`cmp-number ${look}`}>
                          {change ? percentDelta(change) : noValue}
                        </td>,
                        <td key={`${run.id} significance`}>{of ? <Significance {...of} /> : noValue}</td>,
                      ]),
                ]
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
