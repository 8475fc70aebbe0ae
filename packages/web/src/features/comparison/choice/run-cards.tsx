/** The selected runs: summary, baseline mark and actions of each. */
import { CloseOutlined, MoreOutlined, WarningFilled } from '@ant-design/icons'
import type { Run } from '@pone/contract/entities/run.ts'
import { formatClock, formatDuration } from '@pone/metrics/figures.ts'
import { runDurationMs } from '@pone/metrics/run-part.ts'
import { Dropdown, Tag } from 'antd'
import { Link, useNavigate } from 'react-router'
import { useT } from '../../../lib/i18n.ts'
import { links } from '../../../lib/navigation/links.ts'
import { RunStateTag, SlaTag } from '../../../ui/run/run-state.tsx'
import { metricColors } from '../../../ui/theme/palette.ts'
import { useScheme } from '../../../ui/theme/use-scheme.ts'
import { TimeText } from '../../../ui/time-text.tsx'
import { isWhole } from '../model/comparison-address.ts'
import type { PlannedRun } from '../model/comparison-plan.ts'

export interface RunCardsProps {
  readonly entries: readonly PlannedRun[]
  readonly onBaseline: (id: string) => void
  readonly onPart: (entry: PlannedRun) => void
  readonly onRemove: (id: string) => void
  readonly onRetry: () => void
}

export function RunCards({ entries, ...actions }: RunCardsProps) {
  const t = useT()
  return (
    <ul className="cmp-runs" aria-label={t('comparison.runs')}>
      {entries.map(entry => (
        <RunCard key={entry.id} entry={entry} {...actions} />
      ))}
    </ul>
  )
}

function RunCard({
  entry,
  onBaseline,
  onPart,
  onRemove,
  onRetry,
}: Omit<RunCardsProps, 'entries'> & { readonly entry: PlannedRun }) {
  const t = useT()
  const scheme = useScheme()
  const { run, leftOut, isBaseline } = entry
  const color = leftOut === null ? metricColors[scheme][entry.color] : 'var(--border)'
  return (
    <li
      className={`cmp-run ${isBaseline ? 'cmp-run-baseline' : ''} ${leftOut === null ? '' : 'cmp-run-out'}`}
      style={{ borderLeftColor: color }}
    >
      <div className="cmp-run-head">
        {run === null ? (
          <span className="cmp-run-title">
            {leftOut === null ? '…' : t(leftOut === 'deleted' ? 'comparison.gone' : 'comparison.unread')}
          </span>
        ) : (
          <Link className="cmp-run-title" to={links.run(run)} title={run.scenarioName}>
            <span className="tabular">#{run.number}</span> {run.scenarioName}
          </Link>
        )}
        {isBaseline && (
          <Tag color="blue" className="cmp-run-tag">
            {t('comparison.baseline')}
          </Tag>
        )}
        <span className="cmp-run-tools no-print">
          {run !== null && <RunMenu entry={entry} run={run} onPart={onPart} />}
          <button
            type="button"
            className="cmp-run-tool"
            aria-label={
              run === null ? t('comparison.removeGone') : t('comparison.removeRun', { number: run.number })
            }
            title={t('action.remove')}
            onClick={() => onRemove(entry.id)}
          >
            <CloseOutlined />
          </button>
        </span>
      </div>
      {run !== null && <RunFacts entry={entry} run={run} onBaseline={onBaseline} />}
      {leftOut !== null && (
        <p className="cmp-run-fault" role="note">
          <WarningFilled aria-hidden /> {t(`comparison.leftOut.${leftOut}`)}{' '}
          {leftOut === 'failed' && (
            <button type="button" className="link-button" onClick={onRetry}>
              {t('action.retry')}
            </button>
          )}
        </p>
      )}
    </li>
  )
}

/** Start, duration, compared time range and result. */
function RunFacts({
  entry,
  run,
  onBaseline,
}: Pick<RunCardsProps, 'onBaseline'> & { readonly entry: PlannedRun; readonly run: Run }) {
  const t = useT()
  const { part } = entry
  return (
    <>
      <div className="cmp-run-facts">
        <TimeText at={run.startedAt} withSeconds />
        <span className="tabular">{formatDuration(runDurationMs(run))}</span>
        {(entry.hasOwnPart || !isWhole(part)) && (
          <span className="tabular">
            {t('comparison.partShown', {
              from: formatClock(part.from),
              to: part.to === null ? t('comparison.partEnd') : formatClock(part.to),
            })}
          </span>
        )}
      </div>
      <div className="cmp-run-facts">
        <RunStateTag state={run.state} />
        {run.sla !== 'none' && (
          <span className="cmp-run-sla">
            SLA <SlaTag state={run.sla} />
          </span>
        )}
        {!entry.isBaseline && entry.leftOut === null && (
          <button
            type="button"
            className="link-button cmp-make-baseline no-print"
            onClick={() => onBaseline(entry.id)}
          >
            {t('comparison.makeBaseline')}
          </button>
        )}
      </div>
    </>
  )
}

function RunMenu({
  entry,
  run,
  onPart,
}: {
  readonly entry: PlannedRun
  readonly run: Run
  readonly onPart: (entry: PlannedRun) => void
}) {
  const t = useT()
  const navigate = useNavigate()
  return (
    <Dropdown
      trigger={['click']}
      placement="bottomRight"
      menu={{
        items: [
          { key: 'part', label: t('comparison.ownPart'), onClick: () => onPart(entry) },
          {
            key: 'report',
            label: t('comparison.openReport'),
            onClick: () => void navigate(links.run(run)),
          },
        ],
      }}
    >
      <button
        type="button"
        className="cmp-run-tool"
        aria-label={t('comparison.runMenu', { number: run.number })}
      >
        <MoreOutlined />
      </button>
    </Dropdown>
  )
}
