/** The requests of a standalone execution: list or tree with waterfall at the left, the chosen one in full at the right. */
import { CloseCircleFilled, CloseOutlined } from '@ant-design/icons'
import { Button, Checkbox, Input } from 'antd'
import { useMemo, useState } from 'react'
import { useT } from '../../../lib/i18n.ts'
import { EmptyState } from '../../../ui/page/page-states.tsx'
import { ToldCause } from '../../../ui/told-cause.tsx'
import {
  type DebugRun,
  type ExchangeFilter,
  type ExchangeRow,
  filterExchanges,
} from '../exchange/debug-model.ts'
import { ExchangeDetail } from '../exchange/exchange-detail.tsx'
import { ExchangeList } from './exchange-list.tsx'
import { flatLines, treeLines } from './result-tree.ts'

interface ExchangePanelProps {
  readonly run: DebugRun | null
  /** Left out if there is no step to show. */
  readonly onReveal: ((path: string) => void) | undefined
  /** Shows subsamples below their samples, and transactions above their requests. */
  readonly isTree?: boolean
}

const noExchanges: readonly ExchangeRow[] = []

export function ExchangePanel({ run, onReveal, isTree = false }: ExchangePanelProps) {
  const t = useT()
  const [filter, setFilter] = useState<ExchangeFilter>({ text: '', failedOnly: false })
  const [chosen, setChosen] = useState<number | null>(null)
  const all = run?.exchanges ?? noExchanges
  const found = useMemo(() => filterExchanges(all, filter), [all, filter])
  const lines = useMemo(
    () => (isTree && run ? treeLines(run, found === all ? null : new Set(found)) : flatLines(found)),
    [isTree, run, found, all],
  )
  const selected = all.find(row => row.number === chosen)
  if (all.length === 0) return <NoExchanges run={run} isTree={isTree} />
  return (
    <div className={`cd-exchanges${selected ? ' has-detail' : ''}`}>
      <div className="cd-exchange-list">
        <FilterBar filter={filter} onChange={setFilter} />
        <ExchangeList all={all} lines={lines} selected={selected} onSelect={setChosen} onReveal={onReveal} />
      </div>
      {selected && (
        <div className="cd-exchange-detail">
          <ExchangeDetail
            key={selected.number}
            row={selected}
            onReveal={onReveal}
            extra={
              <>
                {onReveal && (
                  <Button size="small" type="link" onClick={() => onReveal(`${selected.stepId}:`)}>
                    {t('component.debug.toStep')}
                  </Button>
                )}
                <Button
                  size="small"
                  type="text"
                  icon={<CloseOutlined />}
                  aria-label={t('action.close')}
                  onClick={() => setChosen(null)}
                />
              </>
            }
          />
        </div>
      )}
    </div>
  )
}

/** Why the list is empty: no results yet, no results at all, or the execution failed. */
function NoExchanges({ run, isTree }: { readonly run: DebugRun | null; readonly isTree: boolean }) {
  const t = useT()
  if (run === null)
    return <EmptyState title={t('component.debug.empty')} text={t('component.debug.emptyHint')} />
  if (run.state !== 'ended') {
    const waiting = isTree ? 'component.trial.waiting' : 'component.debug.waiting'
    return <p className="cd-hint cd-dock-hint">{t(waiting)}</p>
  }
  if (run.ended?.cause !== 'failed')
    return <EmptyState title={t('component.debug.empty')} text={t('component.debug.noRequests')} />
  const { detail } = run.ended
  return (
    <p className="cd-dock-error" role="alert">
      <CloseCircleFilled aria-hidden />{' '}
      {detail === '' ? t('component.debug.cause.failed') : <ToldCause detail={detail} />}
    </p>
  )
}

interface FilterBarProps {
  readonly filter: ExchangeFilter
  readonly onChange: (filter: ExchangeFilter) => void
}

function FilterBar({ filter, onChange }: FilterBarProps) {
  const t = useT()
  return (
    <div className="cd-exchange-filter">
      <Input
        allowClear
        size="small"
        value={filter.text}
        placeholder={t('component.debug.filter')}
        aria-label={t('component.debug.filter')}
        onChange={event => onChange({ ...filter, text: event.target.value })}
      />
      <Checkbox
        checked={filter.failedOnly}
        onChange={event => onChange({ ...filter, failedOnly: event.target.checked })}
      >
        {t('component.debug.failedOnly')}
      </Checkbox>
    </div>
  )
}
