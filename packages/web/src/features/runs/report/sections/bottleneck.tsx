/** The verdict: which resource gave way, the knee with its interval, what was ruled out and why, and the counters that moved with the load. */
import { formatMs, formatNumber, formatPercent, noValue } from '@pone/metrics/figures.ts'
import type { Bottleneck, ReportFinding, ReportResource } from '@pone/results/sections/bottleneck/data.ts'
import type { Language } from '@pone/schema/bilingual.ts'
import { Table } from 'antd'
import { type Translate, useT } from '../../../../lib/i18n.ts'
import { useSession } from '../../../../lib/session/session.ts'
import { useRowPages } from '../../../../ui/data-table/use-row-pages.ts'
import { FactList } from '../../../../ui/fact-list.tsx'
import { BlameTable } from './blame-table.tsx'
import { PartFrame, type SectionPart } from './section-part.tsx'

export const BottleneckPart: SectionPart = ({ content }) => {
  const t = useT()
  const language = useSession('language')
  const { bottleneck } = content
  if (bottleneck === null) return null
  const isInvalid = bottleneck.kind === 'generator'
  return (
    <PartFrame id="bottleneck" title={t('report.section.bottleneck')}>
      <p className="report-bottleneck" style={{ borderColor: `var(--${isInvalid ? 'warning' : 'border'})` }}>
        {bottleneck.sentence[language]}
      </p>
      <FactList facts={factsOf(bottleneck, t)} />
      <ResourceTable bottleneck={bottleneck} />
      {bottleneck.blame !== null && <BlameTable blame={bottleneck.blame} />}
      <CorrelationTable bottleneck={bottleneck} />
    </PartFrame>
  )
}

function factsOf({ knee, drive, responseGrowth }: Bottleneck, t: Translate): (readonly [string, string])[] {
  const interval = ({ value, low, high }: NonNullable<Bottleneck['knee']>['load']): string =>
    t('report.bottleneck.interval', {
      value: formatNumber(value),
      low: formatNumber(low),
      high: formatNumber(high),
    })
  const growth: readonly (readonly [string, string])[] =
    responseGrowth === null
      ? []
      : [
          [
            t('report.bottleneck.growth'),
            t('report.bottleneck.times', { times: formatNumber(responseGrowth) }),
          ],
        ]
  if (knee === null) return [...growth]
  return [
    [t(`report.bottleneck.${drive === 'users' ? 'kneeUsers' : 'kneeRate'}`), interval(knee.load)],
    [t('report.bottleneck.plateau'), interval(knee.plateau)],
    ...growth,
  ]
}

interface ResourceRow extends ReportResource {
  readonly key: number
  readonly judged: string
}

function rowsOf(
  { kind, ranked, ruledOut, notJudged }: Bottleneck,
  t: Translate,
  language: Language,
): ResourceRow[] {
  const isFound = kind === 'bottleneck' || kind === 'generator'
  return [
    ...ranked.map(each => ({
      ...each,
      judged: t(`report.bottleneck.${isFound ? 'cause' : 'projected'}`),
    })),
    ...ruledOut.map(each => {
      const { reason, because } = each
      const why =
        because === null
          ? reason[language]
          : t('report.bottleneck.because', { reason: reason[language], because: because[language] })
      return { ...each, judged: t('report.bottleneck.ruledOut', { reason: why }) + evidence(each, t) }
    }),
    ...notJudged.map(each => ({
      ...each,
      judged: t('report.bottleneck.notJudged', { reason: each.reason[language] }) + evidence(each, t),
    })),
  ].map((row, key) => ({ ...row, key }))
}

/** What the finding rests on: readings on both sides of the knee, and the power; of older reports nothing. */
function evidence(
  { readingsBefore: before, readingsAfter: after, power01 }: ReportFinding,
  t: Translate,
): string {
  if (before === null || after === null) return ''
  return power01 === null
    ? t('report.bottleneck.counts', { before, after })
    : t('report.bottleneck.power', { before, after, power: formatPercent(power01 * 100) })
}

function ResourceTable({ bottleneck }: { readonly bottleneck: Bottleneck }) {
  const t = useT()
  const language = useSession('language')
  const rows = rowsOf(bottleneck, t, language)
  const pages = useRowPages(rows.length)
  if (rows.length === 0) return null
  const number = (title: string, valueOf: (row: ResourceRow) => string) => ({
    title,
    align: 'right' as const,
    className: 'numeric',
    render: (_: unknown, row: ResourceRow) => valueOf(row),
  })
  const level = (nature: ReportResource['nature'], value: number | null): string =>
    value === null ? noValue : nature === 'waiting' ? formatNumber(value) : formatPercent(value * 100)
  return (
    <Table<ResourceRow>
      size="small"
      dataSource={rows}
      pagination={pages}
      scroll={{ x: 960 }}
      columns={[
        { title: t('report.bottleneck.resource'), width: '26%', render: (_, row) => row.names[language] },
        {
          title: t('report.bottleneck.tier'),
          render: (_, { tier }) => (tier === null ? noValue : t(`report.blame.${tier}`)),
        },
        { title: t('report.bottleneck.judged'), dataIndex: 'judged', width: '26%' },
        number(t('report.bottleneck.ceiling'), ({ ceiling }) =>
          ceiling === null
            ? noValue
            : `${formatNumber(ceiling.value)} (${formatNumber(ceiling.low)} – ${formatNumber(ceiling.high)})`,
        ),
        number(t('report.bottleneck.before'), row => level(row.nature, row.levelBefore)),
        number(t('report.bottleneck.after'), row => level(row.nature, row.levelAfter)),
        number(t('report.bottleneck.waiting'), ({ waitingShare01 }) =>
          waitingShare01 === null ? noValue : formatPercent(waitingShare01 * 100),
        ),
        number(t('report.bottleneck.readings'), ({ readings }) => formatNumber(readings)),
      ]}
    />
  )
}

type Correlation = Bottleneck['correlations'][number]

function CorrelationTable({ bottleneck }: { readonly bottleneck: Bottleneck }) {
  const t = useT()
  const language = useSession('language')
  const { correlations, compared } = bottleneck
  const pages = useRowPages(correlations.length)
  if (correlations.length === 0) return null
  const number = (title: string, valueOf: (row: Correlation) => string) => ({
    title,
    align: 'right' as const,
    className: 'numeric',
    render: (_: unknown, row: Correlation) => valueOf(row),
  })
  return (
    <>
      <h3 className="report-subtitle">{t('report.bottleneck.correlations')}</h3>
      <Table<Correlation>
        size="small"
        rowKey={row => `${row.names.en} ${row.target}`}
        dataSource={correlations}
        pagination={pages}
        scroll={{ x: 960 }}
        columns={[
          { title: t('report.bottleneck.counter'), render: (_, row) => row.names[language] },
          {
            title: t('report.bottleneck.with'),
            render: (_, { target }) => t(`report.bottleneck.with.${target}`),
          },
          number('r', ({ r }) => r.toFixed(2)),
          number(t('report.bottleneck.lag'), ({ lagMs }) => formatMs(lagMs)),
          number(
            t('report.bottleneck.pairs'),
            ({ pairs, effectivePairs }) => `${pairs} (${effectivePairs.toFixed(0)})`,
          ),
          number('p', ({ pValue }) => (pValue < 0.001 ? '< 0.001' : pValue.toFixed(3))),
        ]}
      />
      <p className="report-bottleneck-note">{t('report.bottleneck.correlationsNote', { compared })}</p>
    </>
  )
}
