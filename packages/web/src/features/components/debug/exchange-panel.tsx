/** The requests of a standalone execution: list or tree with waterfall at the left, the chosen one in full at the right. */
import { ApartmentOutlined, CheckCircleFilled, CloseCircleFilled, CloseOutlined } from '@ant-design/icons'
import { phasesOf } from '@pone/contract/entities/run.ts'
import { formatBytes, formatMs } from '@pone/metrics/figures.ts'
import { Button, Checkbox, Input } from 'antd'
import { type KeyboardEvent, memo, useMemo, useRef, useState } from 'react'
import { useT } from '../../../lib/i18n.ts'
import { nextSelection } from '../../../ui/editor/row-selection.ts'
import { EmptyState } from '../../../ui/page/page-states.tsx'
import { ToldCause } from '../../../ui/told-cause.tsx'
import { type DebugRun, type ExchangeRow, filterExchanges, timeAxis } from './debug-model.ts'
import { ExchangeDetail } from './exchange-detail.tsx'
import { flatLines, type ResultLine, treeLines } from './result-tree.ts'

interface ExchangePanelProps {
  readonly run: DebugRun | null
  /** Left out where there is no step to show. */
  readonly onReveal: ((path: string) => void) | undefined
  /** Shows parts of samples below them, and transactions above their requests. */
  readonly isTree?: boolean
}

const noExchanges: readonly ExchangeRow[] = []

export function ExchangePanel({ run, onReveal, isTree = false }: ExchangePanelProps) {
  const t = useT()
  const [text, setText] = useState('')
  const [failedOnly, setFailedOnly] = useState(false)
  const [chosen, setChosen] = useState<number | null>(null)
  const listRef = useRef<HTMLDivElement>(null)
  const all = run?.exchanges ?? noExchanges
  const found = useMemo(() => filterExchanges(all, { text, failedOnly }), [all, text, failedOnly])
  const lines = useMemo(
    () => (isTree && run ? treeLines(run, found === all ? null : new Set(found)) : flatLines(found)),
    [isTree, run, found, all],
  )
  const rows = lines.flatMap(line => (line.kind === 'request' ? [line.row] : []))
  const axis = useMemo(() => timeAxis(all), [all])
  const selected = chosen === null ? undefined : all.find(row => row.number === chosen)
  const manyUsers = all.some(row => row.user !== all[0]?.user || row.iteration !== all[0]?.iteration)

  if (all.length === 0) {
    const isGoing = run !== null && run.state !== 'ended'
    const waiting = isTree ? 'component.trial.waiting' : 'component.debug.waiting'
    if (isGoing) return <p className="cd-hint cd-dock-hint">{t(waiting)}</p>
    if (run?.ended?.cause === 'failed')
      return (
        <p className="cd-dock-error" role="alert">
          <CloseCircleFilled aria-hidden />{' '}
          {run.ended.detail === '' ? (
            t('component.debug.cause.failed')
          ) : (
            <ToldCause detail={run.ended.detail} />
          )}
        </p>
      )
    return (
      <EmptyState
        title={t('component.debug.empty')}
        text={run ? t('component.debug.noRequests') : t('component.debug.emptyHint')}
      />
    )
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape' && selected) return setChosen(null)
    const next = nextSelection(
      rows.map(row => String(row.number)),
      chosen === null ? [] : [String(chosen)],
      event.key,
      false,
    )
    if (!next) return
    event.preventDefault()
    setChosen(Number(next[0]))
    listRef.current?.querySelector(`[data-number="${next[0]}"]`)?.scrollIntoView({ block: 'nearest' })
  }
  return (
    <div className={`cd-exchanges${selected ? ' has-detail' : ''}`}>
      <div className="cd-exchange-list">
        <div className="cd-exchange-filter">
          <Input
            allowClear
            size="small"
            value={text}
            placeholder={t('component.debug.filter')}
            aria-label={t('component.debug.filter')}
            onChange={event => setText(event.target.value)}
          />
          <Checkbox checked={failedOnly} onChange={event => setFailedOnly(event.target.checked)}>
            {t('component.debug.failedOnly')}
          </Checkbox>
        </div>
        <div
          ref={listRef}
          role="listbox"
          tabIndex={0}
          className="cd-exchange-rows"
          aria-label={t('component.dock.requests')}
          aria-activedescendant={selected ? `cd-exchange-${selected.number}` : undefined}
          onKeyDown={onKeyDown}
          onClick={event => {
            const row =
              event.target instanceof Element ? event.target.closest<HTMLElement>('[data-number]') : null
            if (row) setChosen(Number(row.dataset['number']))
          }}
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
                isSelected={line.row.number === chosen}
                showsUser={manyUsers}
                startAt={axis.startAt}
                lengthMs={axis.lengthMs}
              />
            ) : (
              <TransactionLine key={`t${line.stepId}`} line={line} />
            ),
          )}
          {rows.length === 0 && <p className="cd-hint">{t('component.debug.filterNone')}</p>}
        </div>
      </div>
      {selected && (
        <div className="cd-exchange-detail">
          <ExchangeDetail
            key={selected.number}
            row={selected}
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

const indentOf = (depth: number) => ({ paddingInlineStart: depth * 16 })

function TransactionLine({ line }: { readonly line: Extract<ResultLine, { kind: 'transaction' }> }) {
  const { name, passed, durationMs } = line.transaction
  return (
    <div className={`cd-exchange is-transaction${passed ? '' : ' is-failed'}`} role="presentation">
      <span className="cd-exchange-number" />
      <Passed isPassed={passed} />
      <span className="cd-ellipsis" style={indentOf(line.depth)}>
        <ApartmentOutlined aria-hidden /> {name}
      </span>
      <span />
      <span />
      <span>{formatMs(durationMs)}</span>
      <span />
    </div>
  )
}

function Passed({ isPassed }: { readonly isPassed: boolean }) {
  const t = useT()
  return (
    <span className={isPassed ? 'cd-passed' : 'cd-failed'}>
      {isPassed ? (
        <CheckCircleFilled aria-label={t('component.debug.passed')} />
      ) : (
        <CloseCircleFilled aria-label={t('component.debug.failed')} />
      )}
    </span>
  )
}

interface ExchangeLineProps {
  readonly row: ExchangeRow
  readonly depth: number
  readonly isSelected: boolean
  readonly showsUser: boolean
  readonly startAt: number
  readonly lengthMs: number
}

const ExchangeLine = memo(function ExchangeLine({
  row,
  depth,
  isSelected,
  showsUser,
  startAt,
  lengthMs,
}: ExchangeLineProps) {
  const t = useT()
  const { exchange } = row
  const left = ((exchange.at - startAt) / lengthMs) * 100
  const width = (exchange.durationMs / lengthMs) * 100
  const { firstByte } = phasesOf(exchange)
  const waited = Math.min(100, ((firstByte ?? 0) / Math.max(0.001, exchange.durationMs)) * 100)
  const who = t('component.debug.userIteration', { user: row.user, iteration: row.iteration })
  return (
    <div
      id={`cd-exchange-${row.number}`}
      role="option"
      aria-selected={isSelected}
      data-number={row.number}
      className={`cd-exchange${row.passed ? '' : ' is-failed'}`}
    >
      <span className="cd-exchange-number">{row.number}</span>
      <Passed isPassed={row.passed} />
      <span
        className="cd-ellipsis"
        style={indentOf(depth)}
        title={`${exchange.method} ${exchange.url}\n${who}`}
      >
        {exchange.method !== '' && <b className={`cd-method is-${exchange.method}`}>{exchange.method}</b>}{' '}
        {exchange.label.replace(`${exchange.method} `, '')}
        {showsUser && <small className="cd-help"> {who}</small>}
      </span>
      <span>{exchange.status ?? exchange.error?.code ?? '–'}</span>
      <span>{formatBytes(exchange.responseBytes)}</span>
      <span>{formatMs(exchange.durationMs)}</span>
      <span className="cd-waterfall" aria-hidden>
        <i style={{ left: `${left}%`, width: `max(2px, ${width}%)` }}>
          <i style={{ width: `${waited}%` }} />
        </i>
      </span>
    </div>
  )
})
