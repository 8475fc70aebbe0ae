/** Counters of the monitors of the compared runs over the time since their starts; left out where no run was monitored. */
import { useMemo, useState } from 'react'
import { useT } from '../../../lib/i18n.ts'
import { useSession } from '../../../lib/session/session.ts'
import { TimeChart } from '../../../ui/chart/time-chart.tsx'
import { useMonitoredRuns } from '../comparison-queries.ts'
import type { ShownRun } from '../shown-run.ts'
import { comparedCounters } from './monitoring-series.ts'

export function MonitoringSection({ runs }: { readonly runs: readonly ShownRun[] }) {
  const t = useT()
  const language = useSession('language')
  const [range, setRange] = useState<readonly [number, number] | null>(null)
  const kept = useMonitoredRuns(runs.map(({ id }) => id))
  const { charts, omitted } = useMemo(() => {
    const monitored = runs.flatMap((run, at) => {
      const monitoring = kept[at] ?? null
      return monitoring === null ? [] : [{ run, monitoring }]
    })
    return comparedCounters(monitored, language)
  }, [runs, kept, language])
  if (charts.length === 0) return null
  return (
    <section className="cmp-section" aria-labelledby="cmp-monitoring">
      <div className="cmp-head">
        <h2 id="cmp-monitoring">{t('comparison.monitoring')}</h2>
      </div>
      <p className="secondary">
        {t('comparison.monitoring.text')}{' '}
        {omitted > 0 && t('comparison.monitoring.omitted', { count: omitted })}
      </p>
      <div className="cmp-charts">
        {charts.map(({ key, ...chart }) => (
          <TimeChart
            key={key}
            {...chart}
            syncKey="comparison"
            height={150}
            range={range}
            onRange={setRange}
          />
        ))}
      </div>
    </section>
  )
}
