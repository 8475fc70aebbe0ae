/** One series of a rehearsal: its curve with thresholds and states, figures before and after, and the notices. */
import type { AlertRuleContent } from '@pone/alerts/rule.ts'
import type { RehearsedSeries } from '@pone/contract/entities/alert.ts'
import { formatNumber } from '@pone/metrics/figures.ts'
import type { MonitorType } from '@pone/monitors/type.ts'
import { useMemo } from 'react'
import { useT } from '../../../../lib/i18n.ts'
import { useSession } from '../../../../lib/session/session.ts'
import { shownUnit } from '../../../../ui/chart/shown-unit.ts'
import { TimeChart } from '../../../../ui/chart/time-chart.tsx'
import type { ChartAxis } from '../../../../ui/chart/time-series.ts'
import { ShortTable } from '../../../../ui/short-table.tsx'
import { StatusTag } from '../../../../ui/status-tag.tsx'
import { TimeText } from '../../../../ui/time-text.tsx'
import { labelText } from '../../info/chart-model.ts'
import { instantText, tickText } from '../../info/monitor-chart.tsx'
import { counterInfo } from '../../links/canvas/counter-texts.ts'
import { indicatorText, indicatorValueText, thresholdsText } from '../shared/threshold-text.ts'
import {
  curveLines,
  curveUnit,
  noticeEvents,
  phaseBands,
  type ShownNotice,
  shownNotices,
} from './rehearsal-model.ts'
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
      <Curve {...props} name={name} />
      <Figures after={after} before={before} />
      <StateStrip label={t(before === null ? 'alert.states' : 'alert.statesAfter')} rehearsal={after} />
      {before !== null && <StateStrip label={t('alert.statesBefore')} rehearsal={before} />}
      <Notices {...props} />
    </section>
  )
}

function Curve({ series, content, types, name }: RehearsedSeriesProps & { readonly name: string }) {
  const t = useT()
  const language = useSession('language')
  const { indicator } = content
  const { curve } = series
  const shown = useMemo(
    () =>
      shownUnit(
        curveUnit(indicator, (section, { counter, fn }) => {
          const info = types
            .map(type => counterInfo(type, { section, counter }))
            .find(found => found !== undefined)
          // The stored value of a counter that only grows has not the unit of its rate.
          return info?.kind === 'counter' && fn === 'value' ? info.unit.replace(/\/s$/, '') : info?.unit
        }),
      ),
    [indicator, types],
  )
  const lines = useMemo(() => {
    const reading = { t, language, types }
    const texts = {
      name,
      max: t('alert.maxIs', { value: thresholdsText(indicator, { max: content.max, min: null }, reading) }),
      min: t('alert.minIs', { value: thresholdsText(indicator, { max: null, min: content.min }, reading) }),
    }
    return curveLines(curve, content, { texts, factor: shown.factor })
  }, [curve, content, indicator, shown, name, t, language, types])
  const bands = useMemo(() => phaseBands(series.after, phase => t(`alert.phase.${phase}`)), [series, t])
  const events = useMemo(() => noticeEvents(series.after, kind => t(`alert.noticeKind.${kind}`)), [series, t])
  const axis = useMemo(
    (): ChartAxis => ({ label: t('monitor.time'), format: instantText, tick: tickText }),
    [t],
  )
  if (curve.at.length === 0) return null
  return (
    <TimeChart
      title={t('alert.last24h')}
      unit={shown.unit}
      seconds={lines.seconds}
      {...(indicator.kind === 'availability' && { line: 'steps' })}
      series={lines.series}
      axis={axis}
      bands={bands}
      events={events}
      syncKey="alert-rehearsal"
      height={200}
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
