/** A trace that was found: its facts, what it lacks, its services, its spans in time, and the selected span in full. */
import type { Trace, TraceService } from '@pone/contract/entities/trace.ts'
import { formatMs, formatNumber, formatPercent } from '@pone/metrics/figures.ts'
import { Alert } from 'antd'
import { type ReactNode, useState } from 'react'
import { useT } from '../../../lib/i18n.ts'
import { FactList } from '../../../ui/fact-list.tsx'
import { type ShortColumn, ShortTable } from '../../../ui/short-table.tsx'
import { TimeText } from '../../../ui/time-text.tsx'
import { SpanDetail } from './span-detail.tsx'
import { SpanList } from './span-list.tsx'
import './trace.css'

interface FoundTraceProps {
  readonly trace: Trace
  /** Response time of the request as the load machine measured it; null: not known. */
  readonly measuredMs: number | null
}

export function FoundTrace({ trace, measuredMs }: FoundTraceProps) {
  const t = useT()
  const [chosen, setChosen] = useState<string | null>(null)
  const span = trace.spans.find(({ id }) => id === chosen)
  return (
    <div className="trace">
      <FactList facts={useFacts(trace, measuredMs)} />
      <Lacks trace={trace} />
      <Services trace={trace} />
      <section aria-labelledby="trace-spans">
        <h2 id="trace-spans">{t('trace.spanList')}</h2>
        <SpanList trace={trace} chosen={chosen} onChoose={setChosen} />
        <p className="secondary">{t('trace.spansHelp')}</p>
      </section>
      {span && <SpanDetail span={span} />}
    </div>
  )
}

function useFacts(trace: Trace, measuredMs: number | null) {
  const t = useT()
  const errors = trace.spans.filter(({ isError }) => isError).length
  const facts: [string, ReactNode][] = [
    [t('trace.startedAt'), <TimeText key="at" at={trace.startedAt} />],
    [t('trace.length'), formatMs(trace.durationMs)],
    [t('trace.spans'), formatNumber(trace.spans.length + trace.omittedSpans)],
    [t('trace.errors'), formatNumber(errors)],
  ]
  if (measuredMs !== null) facts.push([t('trace.measured'), formatMs(measuredMs)])
  if (measuredMs !== null && measuredMs >= trace.durationMs)
    facts.push([t('trace.outside'), formatMs(measuredMs - trace.durationMs)])
  if (trace.uncoveredMs > 0) facts.push([t('trace.uncovered'), formatMs(trace.uncoveredMs)])
  return facts
}

function Lacks({ trace: { missingParents, omittedSpans, earlySpans, spans } }: { readonly trace: Trace }) {
  const t = useT()
  const texts = [
    missingParents > 0 && t('trace.missingParents', { count: missingParents }),
    omittedSpans > 0 && t('trace.omittedSpans', { shown: spans.length, count: omittedSpans }),
    earlySpans > 0 && t('trace.earlySpans', { count: earlySpans }),
  ].filter(text => text !== false)
  return texts.map(text => <Alert key={text} type="warning" showIcon title={text} />)
}

function Services({ trace }: { readonly trace: Trace }) {
  const t = useT()
  const pathMs = trace.services.reduce((sum, { criticalMs }) => sum + criticalMs, trace.uncoveredMs)
  const columns: readonly ShortColumn<TraceService>[] = [
    { key: 'service', title: t('trace.service'), render: ({ service }) => service || t('trace.noService') },
    { key: 'spans', title: t('trace.spans'), align: 'right', render: ({ spans }) => formatNumber(spans) },
    { key: 'errors', title: t('trace.errors'), align: 'right', render: ({ errors }) => formatNumber(errors) },
    { key: 'self', title: t('trace.selfTime'), align: 'right', render: ({ selfMs }) => formatMs(selfMs) },
    {
      key: 'critical',
      title: t('trace.criticalPath'),
      align: 'right',
      render: ({ criticalMs }) =>
        pathMs === 0
          ? formatMs(criticalMs)
          : `${formatMs(criticalMs)} · ${formatPercent((criticalMs / pathMs) * 100)}`,
    },
  ]
  return (
    <section aria-labelledby="trace-services">
      <h2 id="trace-services">{t('trace.services')}</h2>
      <ShortTable rows={trace.services} columns={columns} rowId={({ service }) => service} />
      <p className="secondary">{t('trace.servicesHelp')}</p>
    </section>
  )
}
