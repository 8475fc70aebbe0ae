/** One monitor: its state and availability, charts by section with one cursor, tables, and gaps with their causes. */
import type { Monitor } from '@pone/contract/entities/monitor.ts'
import { type MonitorType, sectionsFor } from '@pone/monitors/type.ts'
import { Alert } from 'antd'
import { useCallback, useState } from 'react'
import { useT } from '../../../lib/i18n.ts'
import { useUrlState } from '../../../lib/navigation/url-state.ts'
import { useSession } from '../../../lib/session/session.ts'
import { EmptyState, ErrorState, LoadingState } from '../../../ui/page/page-states.tsx'
import { problemText } from '../shared/problem-text.ts'
import { useTypeOf } from '../shared/use-monitor-types.ts'
import { MonitorThreads } from '../threads/monitor-threads.tsx'
import { chartsBySection, type SectionCharts } from './chart-model.ts'
import { CounterChoice } from './counter-choice.tsx'
import { GapList } from './gap-list.tsx'
import { LabelChoice } from './label-choice.tsx'
import { MonitorChart } from './monitor-chart.tsx'
import { MonitorFacts } from './monitor-facts.tsx'
import { MonitorTables } from './monitor-tables.tsx'
import { OpenAlerts } from './open-alerts.tsx'
import { rangeAt, rangeText, readRange, usualRange } from './range.ts'
import { RangeBar } from './range-bar.tsx'
import { SlowOperations } from './slow-operations.tsx'
import {
  type ChosenLabels,
  type FoundCounters,
  type MonitorFigures,
  useFoundCounters,
  useMonitorFigures,
} from './use-monitor-figures.ts'
import '../monitors.css'

const urlDefaults = { range: rangeText(usualRange) }

export function MonitorInfo({ monitor }: { readonly monitor: Monitor }) {
  const t = useT()
  const { type, isLoading } = useTypeOf(monitor)
  if (type === undefined && isLoading) return <LoadingState />
  if (type === undefined)
    return (
      <EmptyState
        title={t('monitor.typeUnknown')}
        text={t('monitor.typeUnknownText', { type: monitor.type })}
      />
    )
  if (monitor.runningSince === null)
    return <EmptyState title={t('monitor.neverStarted')} text={t('monitor.neverStartedText')} />
  return <Figures monitor={monitor} baseType={type} />
}

function Figures({ monitor, baseType }: { readonly monitor: Monitor; readonly baseType: MonitorType }) {
  const [url, changeUrl] = useUrlState(urlDefaults)
  const range = readRange(url.range)
  const [isLive, setLive] = useState(true)
  const [labels, setLabels] = useState<ChosenLabels>({})
  const [chosen, setChosen] = useState<readonly string[] | null>(null)
  const counters = useFoundCounters(monitor.id, baseType, chosen)
  const type = counters.type ?? baseType
  const [zoom, setZoom] = useState<readonly [number, number] | null>(null)
  const figures = useMonitorFigures({ id: monitor.id, type, range, isLive, labels })
  const chooseLabels = useCallback(
    (section: string, label: string, values: readonly string[]) =>
      setLabels(old => ({ ...old, [section]: { ...old[section], [label]: values } })),
    [],
  )
  const [first] = figures.bySection.values()
  // Until figures arrive, the range is that of the page's clock.
  const [openedAt] = useState(() => Date.now())
  const shown = first ?? rangeAt(range, openedAt)
  return (
    <>
      <RangeBar
        range={range}
        onRange={next => {
          setZoom(null)
          changeUrl({ range: rangeText(next) })
        }}
        isLive={isLive}
        onLive={setLive}
        onRefresh={figures.refetch}
      />
      <Problem monitor={monitor} />
      <OpenAlerts monitorId={monitor.id} />
      <MonitorFacts monitor={monitor} type={type} gaps={figures.gaps} range={shown} />
      <Sections
        monitor={monitor}
        type={type}
        counters={counters}
        onCounters={setChosen}
        figures={figures}
        shown={shown}
        zoom={zoom}
        onZoom={setZoom}
        labels={labels}
        onLabels={chooseLabels}
        isLive={isLive}
        range={range}
      />
      {baseType.slowOperations.length > 0 && <SlowOperations id={monitor.id} range={range} isLive={isLive} />}
      {monitor.type === 'jvm' && <MonitorThreads monitorId={monitor.id} />}
      <MonitorTables
        id={monitor.id}
        type={type}
        isLive={isLive}
        at={range.kind === 'fixed' ? range.to : null}
        omitted={sectionsOmitted(type, monitor)}
      />
      {figures.gaps !== null && <GapList type={type} gaps={figures.gaps} />}
    </>
  )
}

/** Sections that are not asked of this monitor, and logs, whose entries are listed as slow operations. */
function sectionsOmitted(type: MonitorType, { params, slowLogAddress }: Monitor): ReadonlySet<string> {
  const asked = new Set(sectionsFor(type, { ...params, slowLogAddress }).map(({ key }) => key))
  const logs = type.slowOperations.filter(({ kind }) => kind === 'entries').map(({ section }) => section)
  return new Set([...type.sections.map(({ key }) => key).filter(key => !asked.has(key)), ...logs])
}

/** Why the monitor has no values now. */
function Problem({ monitor }: { readonly monitor: Monitor }) {
  const language = useSession('language')
  const { problem, state } = monitor
  if (problem === null || state === 'up' || state === 'stopped') return null
  return (
    <Alert
      className="monitor-problem"
      type={state === 'down' ? 'error' : 'warning'}
      showIcon
      title={problemText(problem, language)}
      description={problem.detail === '' ? undefined : <span className="code">{problem.detail}</span>}
    />
  )
}

interface SectionsProps {
  readonly monitor: Monitor
  readonly type: MonitorType
  readonly counters: FoundCounters
  readonly onCounters: (chosen: readonly string[]) => void
  readonly figures: MonitorFigures
  readonly shown: { readonly from: number; readonly to: number }
  /** Epoch seconds; null: the whole range. */
  readonly zoom: readonly [number, number] | null
  readonly onZoom: (zoom: readonly [number, number] | null) => void
  readonly labels: ChosenLabels
  readonly onLabels: (section: string, label: string, values: readonly string[]) => void
  readonly isLive: boolean
  readonly range: Parameters<typeof LabelChoice>[0]['range']
}

function Sections(props: SectionsProps) {
  const { type, figures, counters } = props
  const error = counters.error ?? figures.error
  const retry = () => {
    counters.refetch()
    figures.refetch()
  }
  if (counters.found !== null && type.charts.length === 0) return <Unchosen {...props} />
  if (figures.bySection.size === 0)
    return error ? <ErrorState error={error} onRetry={retry} /> : <LoadingState rows={10} />
  return chartsBySection(type).map(entry => <Section key={entry.section.key} entry={entry} {...props} />)
}

/** A target that names its counters itself, before any of them is shown. */
function Unchosen({ counters, onCounters }: Pick<SectionsProps, 'counters' | 'onCounters'>) {
  const t = useT()
  const { found, chosen, error, refetch, type } = counters
  if (error) return <ErrorState error={error} onRetry={refetch} />
  if (type === null) return <LoadingState rows={10} />
  if (found?.length === 0)
    return <EmptyState title={t('monitor.countersNone')} text={t('monitor.countersNoneText')} />
  return (
    <EmptyState
      title={t('monitor.countersUnchosen')}
      text={t('monitor.countersUnchosenText')}
      action={<CounterChoice found={found ?? []} chosen={chosen} onChange={onCounters} />}
    />
  )
}

function Section({ entry, ...props }: SectionsProps & { readonly entry: SectionCharts }) {
  const {
    monitor,
    type,
    counters,
    onCounters,
    figures,
    shown,
    zoom,
    onZoom,
    labels,
    onLabels,
    isLive,
    range,
  } = props
  const { section, charts } = entry
  const language = useSession('language')
  const whole = [shown.from / 1_000, shown.to / 1_000] as const
  return (
    <section className="monitor-section" aria-label={section.names[language]}>
      <header>
        <h2>{section.names[language]}</h2>
        {section.discovery && counters.found && (
          <CounterChoice found={counters.found} chosen={counters.chosen} onChange={onCounters} />
        )}
        {section.rows && (
          <LabelChoice
            id={monitor.id}
            section={section}
            range={range}
            chosen={labels[section.key] ?? {}}
            onChange={(label, values) => onLabels(section.key, label, values)}
          />
        )}
      </header>
      <div className="monitor-charts">
        {charts.map(chart => (
          <MonitorChart
            key={chart.key}
            monitorId={monitor.id}
            chart={chart}
            type={type}
            bySection={figures.bySection}
            gaps={figures.gaps ?? []}
            range={zoom ?? whole}
            onRange={onZoom}
            isLive={isLive}
          />
        ))}
      </div>
    </section>
  )
}
