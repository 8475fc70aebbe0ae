/** What broke since last time: scenarios whose latest run is worse than their last complete run, each with both figures. */
import {
  type Changes,
  homeDays,
  homeRuns,
  type WorseReason,
  worseFrom,
} from '@pone/contract/entities/home.ts'
import { formatMs, formatNumber, formatPercent } from '@pone/metrics/figures.ts'
import { Link } from 'react-router'
import { useT } from '../../lib/i18n.ts'
import { links } from '../../lib/navigation/links.ts'
import { StatusTag } from '../../ui/status-tag.tsx'
import { TimeText } from '../../ui/time-text.tsx'
import { HomePanel } from './home-panel.tsx'
import { useChanges } from './home-queries.ts'

type Row = Changes['rows'][number]

export function WorseScenarios() {
  const t = useT()
  return (
    <HomePanel title={t('home.worse')} note={<Definition />} query={useChanges()}>
      {changes => (
        <>
          {changes.rows.length === 0 ? (
            <p className="secondary home-line">
              {changes.compared === 0
                ? t('home.nothingCompared')
                : t('home.nothingWorse', { count: changes.compared })}
            </p>
          ) : (
            <ul className="home-list">
              {changes.rows.map(row => (
                <WorseRow key={row.scenarioId} row={row} />
              ))}
            </ul>
          )}
          <Limits changes={changes} />
        </>
      )}
    </HomePanel>
  )
}

/** The definition beside the figures; the thresholds stand in a part that opens. */
function Definition() {
  const t = useT()
  return (
    <details>
      <summary>{t('home.worseDefinition', { days: homeDays })}</summary>
      {t('home.worseThresholds', { ...worseFrom, runs: formatNumber(homeRuns) })}
    </details>
  )
}

function Limits({ changes: { worse, rows, otherLoad, compared, isCut } }: { readonly changes: Changes }) {
  const t = useT()
  const sentences = [
    worse > rows.length && t('home.moreWorse', { count: worse - rows.length }),
    otherLoad > 0 && t('home.otherLoad', { count: otherLoad, compared }),
    isCut && t('home.runsCut', { count: homeRuns }),
  ].filter(sentence => sentence !== false)
  return sentences.length > 0 && <p className="home-panel-note">{sentences.join(' ')}</p>
}

function WorseRow({ row: { scenarioName, latest, previous, reasons } }: { readonly row: Row }) {
  const t = useT()
  const isFailed = reasons.includes('failed') || reasons.includes('sla')
  return (
    <li>
      <div className="home-list-head">
        <Link className="home-name" to={links.report(latest.id)} title={scenarioName}>
          #{latest.number} {scenarioName}
        </Link>
        <span className="faint">
          <TimeText at={latest.startedAt ?? latest.createdAt} />
        </span>
      </div>
      <div className="home-list-facts">
        <StatusTag tone={isFailed ? 'failed' : 'warning'}>
          {reasons.map(reason => t(`home.reason.${reason}`)).join(t('home.and'))}
        </StatusTag>
        {reasons.map(reason => (
          <ReasonFigures key={reason} reason={reason} latest={latest} previous={previous} />
        ))}
        <Link to={links.comparison([previous.id, latest.id])}>
          {t('home.compareWith', { number: previous.number })}
        </Link>
      </div>
    </li>
  )
}

/** The earlier and the present figure; nothing for a verdict. */
function ReasonFigures(props: { readonly reason: WorseReason } & Pick<Row, 'latest' | 'previous'>) {
  const { reason, latest, previous } = props
  if (reason === 'failed' || reason === 'sla') return null
  const text = {
    p95: () => `P95 ${formatMs(previous.p95Ms)} → ${formatMs(latest.p95Ms)}`,
    errors: () => `${formatPercent(previous.errorPercent)} → ${formatPercent(latest.errorPercent)}`,
    rate: () => `${formatNumber(previous.requestsPerSecond)} → ${formatNumber(latest.requestsPerSecond)} /s`,
  }[reason]()
  return <span className="tabular">{text}</span>
}
