/** The lines of the list of requests: a request with its waterfall, and a transaction above its requests. */
import { ApartmentOutlined } from '@ant-design/icons'
import { phasesOf } from '@pone/contract/entities/run.ts'
import { formatBytes, formatMs } from '@pone/metrics/figures.ts'
import { memo } from 'react'
import { useT } from '../../../lib/i18n.ts'
import { useCause } from '../../../lib/told-cause.ts'
import { type ExchangeRow, titleOf } from '../exchange/debug-model.ts'
import { PassMark } from '../exchange/pass-mark.tsx'
import { type TimeAxis, waterfallOf } from '../exchange/waterfall.ts'
import type { ResultLine } from './result-tree.ts'

/** In px. */
const indentOf = (depth: number) => ({ paddingInlineStart: depth * 16 })

interface TransactionLineProps {
  readonly line: Extract<ResultLine, { kind: 'transaction' }>
  /** From the top of the list, CSS pixels. */
  readonly topPx: number
}

export function TransactionLine({ line, topPx }: TransactionLineProps) {
  const { name, passed, durationMs } = line.transaction
  return (
    <div
      className={`cd-exchange is-transaction${passed ? '' : ' is-failed'}`}
      role="presentation"
      style={{ top: topPx }}
    >
      <span className="cd-exchange-number" />
      <PassMark isPassed={passed} />
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

interface ExchangeLineProps {
  readonly row: ExchangeRow
  /** Among the requests of the list, from 1, and their number. */
  readonly position: number
  readonly count: number
  readonly depth: number
  /** From the top of the list, CSS pixels. */
  readonly topPx: number
  readonly isSelected: boolean
  /** Shows the user that sent the request, only if there are several. */
  readonly showsUser: boolean
  readonly axis: TimeAxis
}

export const ExchangeLine = memo(function ExchangeLine({
  row,
  position,
  count,
  depth,
  topPx,
  isSelected,
  showsUser,
  axis,
}: ExchangeLineProps) {
  const t = useT()
  const causeOf = useCause()
  const { exchange } = row
  const { leftPercent, widthPercent, waitedPercent } = waterfallOf(exchange, phasesOf(exchange), axis)
  const failure = exchange.error === null ? undefined : causeOf(exchange.error.message).text
  const who = t('component.debug.userIteration', { user: row.user, iteration: row.iteration })
  return (
    <div
      id={`cd-exchange-${row.number}`}
      role="option"
      aria-selected={isSelected}
      aria-posinset={position}
      aria-setsize={count}
      data-row={row.number}
      className={`cd-exchange${row.passed ? '' : ' is-failed'}`}
      style={{ top: topPx }}
    >
      <span className="cd-exchange-number">{row.number}</span>
      <PassMark isPassed={row.passed} />
      <span
        className="cd-ellipsis"
        style={indentOf(depth)}
        title={`${exchange.method} ${exchange.url}\n${who}`}
      >
        {exchange.method !== '' && <b className={`cd-method is-${exchange.method}`}>{exchange.method}</b>}{' '}
        {titleOf(exchange)}
        {showsUser && <small className="cd-help"> {who}</small>}
      </span>
      <span className="cd-ellipsis" title={failure}>
        {exchange.status ?? exchange.error?.code ?? '–'}
      </span>
      <span>{formatBytes(exchange.responseBytes)}</span>
      <span>{formatMs(exchange.durationMs)}</span>
      <span className="cd-waterfall" aria-hidden>
        <i style={{ left: `${leftPercent}%`, width: `${widthPercent}%` }}>
          <i style={{ width: `${waitedPercent}%` }} />
        </i>
      </span>
    </div>
  )
})
