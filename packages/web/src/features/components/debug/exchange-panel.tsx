/** The requests of a standalone execution: list or tree with waterfall at the left, the chosen one in full at the right. */
import { CloseCircleFilled, CloseOutlined } from '@ant-design/icons'
import { Button, Checkbox, Input } from 'antd'
import { type KeyboardEvent, type MouseEvent, useMemo, useRef, useState } from 'react'
import { useT } from '../../../lib/i18n.ts'
import { nextSelection } from '../../../ui/editor/row-selection.ts'
import { EmptyState } from '../../../ui/page/page-states.tsx'
import { ToldCause } from '../../../ui/told-cause.tsx'
import {
  type DebugRun,
  type ExchangeFilter,
  type ExchangeRow,
  filterExchanges,
  hasManyUsers,
} from '../exchange/debug-model.ts'
import { ExchangeDetail } from '../exchange/exchange-detail.tsx'
import { timeAxis } from '../exchange/waterfall.ts'
import { ExchangeLine, TransactionLine } from './exchange-line.tsx'
import { flatLines, type ResultLine, treeLines } from './result-tree.ts'

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

interface ExchangeListProps {
  /** All requests of the execution: they define the time axis. */
  readonly all: readonly ExchangeRow[]
  readonly lines: readonly ResultLine[]
  readonly selected: ExchangeRow | undefined
  /** Number of the exchange; null selects none. */
  readonly onSelect: (number: number | null) => void
  readonly onReveal: ((path: string) => void) | undefined
}

function ExchangeList({ all, lines, selected, onSelect, onReveal }: ExchangeListProps) {
  const t = useT()
  const listRef = useRef<HTMLDivElement>(null)
  const axis = useMemo(() => timeAxis(all.map(row => row.exchange)), [all])
  const showsUser = useMemo(() => hasManyUsers(all), [all])
  const numbers = lines.flatMap(line => (line.kind === 'request' ? [String(line.row.number)] : []))
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape') return onSelect(null)
    const next = nextSelection(numbers, selected ? [String(selected.number)] : [], event.key, false)
    if (!next) return
    event.preventDefault()
    onSelect(Number(next[0]))
    listRef.current?.querySelector(`[data-number="${next[0]}"]`)?.scrollIntoView({ block: 'nearest' })
  }
  const onClick = ({ target }: MouseEvent) => {
    const row = target instanceof Element ? target.closest<HTMLElement>('[data-number]') : null
    if (row) onSelect(Number(row.dataset['number']))
  }
  return (
    <div
      ref={listRef}
      role="listbox"
      tabIndex={0}
      className="cd-exchange-rows"
      aria-label={t('component.dock.requests')}
      aria-activedescendant={selected ? `cd-exchange-${selected.number}` : undefined}
      onKeyDown={onKeyDown}
      onClick={onClick}
      onDoubleClick={() => selected && onReveal?.(`${selected.stepId}:`)}
    >
      <div className="cd-exchange cd-exchange-head" aria-hidden>
        <span>#</span>
        <span />
        <span>{t('component.name')}</span>
        <span>{t('component.debug.status')}</span>
        <span>{t('component.debug.size')}</span>
        <span>{t('component.debug.time')}</span>
        <span>{t('component.debug.waterfall')}</span>
      </div>
      {lines.map(line =>
        line.kind === 'request' ? (
          <ExchangeLine
            key={line.row.number}
            row={line.row}
            depth={line.depth}
            isSelected={line.row === selected}
            showsUser={showsUser}
            axis={axis}
          />
        ) : (
          <TransactionLine key={`t${line.stepId}`} line={line} />
        ),
      )}
      {numbers.length === 0 && <p className="cd-hint">{t('component.debug.filterNone')}</p>}
    </div>
  )
}
