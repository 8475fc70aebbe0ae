/** One series of a rehearsal: its curve with thresholds and states, figures before and after, and the notices. */
import type { AlertRuleContent } from '@pone/alerts/rule.ts'
import type { RehearsedSeries } from '@pone/contract/entities/alert.ts'
import { formatNumber } from '@pone/metrics/figures.ts'
import type { MonitorType } from '@pone/monitors/type.ts'
import { useMemo } from 'react'
import { useT } from '../../../../lib/i18n.ts'
import { useSession } from '../../../../lib/session/session.ts'
import { ShortTable } from '../../../../ui/short-table.tsx'
import { StatusTag } from '../../../../ui/status-tag.tsx'
import { TimeText } from '../../../../ui/time-text.tsx'
import { labelText } from '../../info/chart-model.ts'
import { AlertCurveChart } from '../shared/alert-curve-chart.tsx'
import { indicatorText, indicatorValueText } from '../shared/threshold-text.ts'
import { noticeEvents, phaseBands, type ShownNotice, shownNotices } from './rehearsal-model.ts'
import { StateStrip } from './state-strip.tsx'

/** Notices that are listed; the figures count all. */
const listedNotices = 50

interface RehearsedSeriesProps {
  readonly series: RehearsedSeries
  readonly content: AlertRuleContent
  readonly types: readonly MonitorType[]
}

export function RehearsedSeriesView(props: RehearsedSeriesProps) {
  const { series, content } = props
  const t = useT()
  const language = useSession('language')
  const { labels, after, before } = series
  const name = labelText(labels) || indicatorText(content.indicator, { t, language, types: props.types })
  return (
    <section className="alert-rehearsed" aria-label={name}>
      <h3>{name}</h3>
      <Curve {...props} />
      <Figures after={after} before={before} />
      <StateStrip label={t(before === null ? 'alert.states' : 'alert.statesAfter')} rehearsal={after} />
      {before !== null && <StateStrip label={t('alert.statesBefore')} rehearsal={before} />}
      <Notices {...props} />
    </section>
  )
}

function Curve({ series, content, types }: RehearsedSeriesProps) {
  const t = useT()
  const { curve, after } = series
  const { indicator, max, min } = content
  const bands = useMemo(() => phaseBands(after, phase => t(`alert.phase.${phase}`)), [after, t])
  const events = useMemo(() => noticeEvents(after, kind => t(`alert.noticeKind.${kind}`)), [after, t])
  return (
    <AlertCurveChart
      title={t('alert.last24h')}
      curve={curve}
      indicator={indicator}
      max={max}
      min={min}
      types={types}
      bands={bands}
      events={events}
      syncKey="alert-rehearsal"
    />
  )
}

type Rehearsal = RehearsedSeries['after']

function Figures({ after, before }: Pick<RehearsedSeries, 'after' | 'before'>) {
  const t = useT()
  const rows: readonly (readonly [key: string, of: (rehearsal: Rehearsal) => number])[] = [
    ['samples', ({ samples }) => samples],
    ['breaches', ({ breaches }) => breaches],
    ['incidents', ({ incidents }) => incidents],
    ['notices', ({ notices }) => notices.length],
    ['heldBack', ({ muted }) => muted.length],
  ]
  return (
    <ShortTable
      rows={rows}
      rowId={([key]) => key}
      columns={[
        {
          key: 'name',
          title: t('alert.figure'),
          render: ([key]) => t(`alert.figure.${key as 'samples'}`),
        },
        {
          key: 'after',
          title: t(before === null ? 'alert.thisRule' : 'alert.thisVersion'),
          align: 'right',
          render: ([, of]) => formatNumber(of(after)),
        },
        ...(before === null
          ? []
          : [
              {
                key: 'before',
                title: t('alert.storedVersion'),
                align: 'right' as const,
                render: ([, of]: (typeof rows)[number]) => formatNumber(of(before)),
              },
            ]),
      ]}
    />
  )
}

function Notices({ series, content, types }: RehearsedSeriesProps) {
  const t = useT()
  const language = useSession('language')
  const notices = shownNotices(series)
  if (notices.length === 0) return <p className="secondary">{t('alert.noNotices')}</p>
  const columns = [
    {
      key: 'at',
      title: t('monitor.time'),
      render: ({ at }: ShownNotice) => <TimeText at={at} withSeconds />,
    },
    {
      key: 'kind',
      title: t('alert.notice'),
      render: ({ kind }: ShownNotice) => t(`alert.noticeKind.${kind}`),
    },
    {
      key: 'value',
      title: t('alert.value'),
      align: 'right' as const,
      render: ({ value }: ShownNotice) =>
        indicatorValueText(content.indicator, value, { t, language, types }),
    },
    ...(series.before === null
      ? []
      : [
          {
            key: 'change',
            title: t('alert.change'),
            render: ({ change }: ShownNotice) => <Change change={change} />,
          },
        ]),
  ]
  return (
    <>
      <ShortTable
        rows={notices.slice(0, listedNotices)}
        rowId={({ at, kind, change }) => `${at} ${kind} ${change}`}
        columns={columns}
      />
      {notices.length > listedNotices && (
        <p className="secondary">{t('alert.noticesOmitted', { count: notices.length - listedNotices })}</p>
      )}
    </>
  )
}

function Change({ change }: Pick<ShownNotice, 'change'>) {
  const t = useT()
  if (change === 'same') return <span className="secondary">{t('alert.change.same')}</span>
  return <StatusTag tone={change === 'added' ? 'warning' : 'off'}>{t(`alert.change.${change}`)}</StatusTag>
}
