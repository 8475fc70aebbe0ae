/** Flame diagrams of the compared runs: what changed from the baseline to another run; left out where neither has any. */
import { formatNumber } from '@pone/metrics/figures.ts'
import { Select } from 'antd'
import { Suspense, useMemo, useState } from 'react'
import { useT } from '../../../lib/i18n.ts'
import { lazyPart } from '../../../lib/lazy-part.ts'
import { ErrorState, LoadingState } from '../../../ui/page/page-states.tsx'
import { useRunsFlameDiagrams } from '../comparison-queries.ts'
import type { ShownRun } from '../shown-run.ts'
import { type FlamePair, flamePairs } from './flame-pairs.ts'

const FlameComparison = lazyPart(async () => ({
  default: (await import('./flame-comparison.tsx')).FlameComparison,
}))

export function FlameSection({ runs }: { readonly runs: readonly ShownRun[] }) {
  const t = useT()
  const [wanted, setWanted] = useState('')
  const diagrams = useRunsFlameDiagrams(runs.map(({ id }) => id))
  const [baseline, ...others] = runs
  const other = others.find(({ id }) => id === wanted) ?? others[0]
  if (baseline === undefined || other === undefined) return null
  const failed = diagrams.find(({ error }) => error !== null)
  if (failed === undefined && !diagrams.some(({ rows }) => rows !== undefined && rows.length > 0)) return null
  const rowsOf = (run: ShownRun) => diagrams[runs.indexOf(run)]?.rows
  return (
    <section className="cmp-section" aria-labelledby="cmp-flame">
      <div className="cmp-head">
        <h2 id="cmp-flame">{t('comparison.flame')}</h2>
        {others.length > 1 && (
          <Select
            value={other.id}
            aria-label={t('comparison.flame.run')}
            options={others.map(({ id, number }) => ({ value: id, label: `#${formatNumber(number)}` }))}
            onChange={setWanted}
          />
        )}
      </div>
      {failed !== undefined ? (
        <ErrorState error={failed.error} onRetry={failed.retry} />
      ) : (
        <Pairs
          key={other.id}
          before={{ run: baseline, rows: rowsOf(baseline) }}
          after={{ run: other, rows: rowsOf(other) }}
        />
      )}
    </section>
  )
}

interface RunRows {
  readonly run: ShownRun
  readonly rows: ReturnType<typeof useRunsFlameDiagrams>[number]['rows']
}

/** The choice among what both runs have of the same target and type. */
function Pairs({ before, after }: { readonly before: RunRows; readonly after: RunRows }) {
  const t = useT()
  const [chosen, setChosen] = useState('')
  const pairs = useMemo(() => flamePairs(before.rows ?? [], after.rows ?? []), [before.rows, after.rows])
  const pair = pairs.find(({ key }) => key === chosen) ?? pairs[0]
  if (before.rows === undefined || after.rows === undefined) return <LoadingState rows={3} />
  if (pair === undefined)
    return (
      <p className="secondary">
        {t('comparison.flame.none', { before: before.run.number, after: after.run.number })}
      </p>
    )
  const nameOf = ({ target, measured: { kind, source } }: FlamePair) =>
    [target || t('comparison.flame.uploaded'), t(`flame.kind.${kind}`), source].filter(Boolean).join(' · ')
  return (
    <>
      <div className="flame-tools">
        {pairs.length > 1 ? (
          <Select
            value={pair.key}
            aria-label={t('comparison.flame.what')}
            popupMatchSelectWidth={false}
            options={pairs.map(each => ({ value: each.key, label: nameOf(each) }))}
            onChange={setChosen}
          />
        ) : (
          <span>{nameOf(pair)}</span>
        )}
      </div>
      <Suspense fallback={<LoadingState rows={10} />}>
        <FlameComparison key={pair.key} pair={pair} before={before.run} after={after.run} />
      </Suspense>
    </>
  )
}
