/** The requests of a recording, the latest first; only the rows in view are drawn. */
import type { ListedExchange, ProxyRecording } from '@pone/contract/entities/recording.ts'
import { formatMs } from '@pone/metrics/figures.ts'
import { Checkbox } from 'antd'
import { useMemo, useRef } from 'react'
import { useT } from '../../../lib/i18n.ts'
import { evenRows } from '../../../ui/virtual-rows/row-layout.ts'
import { useVirtualRows } from '../../../ui/virtual-rows/use-virtual-rows.ts'
import { useKeptChoices } from './kept-choices.ts'
import { type ListChoice, listedRows } from './record-model.ts'

/** `.cd-record-row` draws it, CSS pixels. */
const rowPx = 28

const firstChoice: ListChoice & Record<string, boolean> = { hidesStatic: true, hidesOthers: true }

export function ExchangeRows({ recording }: { readonly recording: ProxyRecording }) {
  const t = useT()
  const { requests, exchanges } = recording
  const [choice, setChoice] = useKeptChoices('list', firstChoice)
  const rows = useMemo(() => listedRows(exchanges, choice), [exchanges, choice])
  return (
    <section>
      <div className="cd-record-filter">
        <b>
          {requests === 0 ? t('component.record.none') : t('component.record.count', { count: requests })}
        </b>
        {rows.length < requests && (
          <span className="cd-help">{t('component.record.hidden', { count: requests - rows.length })}</span>
        )}
        <Checkbox
          checked={choice.hidesStatic}
          onChange={({ target }) => setChoice({ ...choice, hidesStatic: target.checked })}
        >
          {t('component.record.hideStatic')}
        </Checkbox>
        <Checkbox
          checked={choice.hidesOthers}
          onChange={({ target }) => setChoice({ ...choice, hidesOthers: target.checked })}
        >
          {t('component.record.hideOthers')}
        </Checkbox>
      </div>
      {rows.length > 0 && <Rows rows={rows} />}
    </section>
  )
}

function Rows({ rows }: { readonly rows: readonly ListedExchange[] }) {
  const t = useT()
  const box = useRef<HTMLDivElement>(null)
  const keys = useMemo(() => rows.map(({ index }) => String(index)), [rows])
  const layout = evenRows(rows.length, rowPx)
  const rendered = useVirtualRows({ box, layout, rows, keys, current: undefined })
  return (
    <div
      ref={box}
      role="list"
      className="cd-record-rows"
      aria-label={t('component.record.list')}
      // A scrollable area must be reachable by keyboard.
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
      tabIndex={0}
    >
      <div role="presentation" style={{ height: layout.totalPx }}>
        {rendered.map(({ row, topPx }) => (
          <Row
            key={row.index}
            exchange={row}
            topPx={topPx}
            position={topPx / rowPx + 1}
            count={rows.length}
          />
        ))}
      </div>
    </div>
  )
}

interface RowProps {
  readonly exchange: ListedExchange
  readonly topPx: number
  /** From 1. */
  readonly position: number
  readonly count: number
}

function Row({ exchange, topPx, position, count }: RowProps) {
  const t = useT()
  const { index, method, url, status, transaction, durationMs } = exchange
  return (
    <div
      role="listitem"
      aria-posinset={position}
      aria-setsize={count}
      data-row={index}
      className="cd-record-row"
      style={{ top: topPx }}
    >
      <b className={`cd-method is-${method}`}>{method}</b>
      <span className="cd-mono" title={url}>
        {url}
      </span>
      <small>{transaction}</small>
      <span>{status === 0 ? t('component.record.noResponse') : status}</span>
      <span>{formatMs(durationMs)}</span>
    </div>
  )
}
