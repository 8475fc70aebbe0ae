/** The spans of a trace as a tree with a bar each on the time of the trace; only the lines in view are drawn. */
import { CloseCircleFilled } from '@ant-design/icons'
import type { Trace, TraceSpan } from '@pone/contract/entities/trace.ts'
import { formatMs } from '@pone/metrics/figures.ts'
import { type KeyboardEvent, type MouseEvent, memo, useMemo, useRef } from 'react'
import { useT } from '../../../lib/i18n.ts'
import { nextSelection } from '../../../ui/editor/row-selection.ts'
import { evenRows } from '../../../ui/virtual-rows/row-layout.ts'
import { useVirtualRows } from '../../../ui/virtual-rows/use-virtual-rows.ts'
import { barOf } from './span-bar.ts'

/** `.trace-line` draws it, CSS pixels. */
const linePx = 28
const maxIndents = 12

interface SpanListProps {
  readonly trace: Trace
  /** Id of a span; null: none. */
  readonly chosen: string | null
  readonly onChoose: (id: string | null) => void
}

export function SpanList({ trace: { spans, durationMs }, chosen, onChoose }: SpanListProps) {
  const t = useT()
  const box = useRef<HTMLDivElement>(null)
  const keys = useMemo(() => spans.map(({ id }) => id), [spans])
  const layout = evenRows(spans.length, linePx)
  const rendered = useVirtualRows({ box, layout, rows: spans, keys, current: chosen ?? undefined })
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape') return onChoose(null)
    const [next] = nextSelection(keys, chosen === null ? [] : [chosen], event.key, false) ?? []
    if (next === undefined) return
    event.preventDefault()
    onChoose(next)
  }
  const onClick = ({ target }: MouseEvent) => {
    const row = target instanceof Element ? target.closest<HTMLElement>('[role=option]') : null
    if (row) onChoose(row.dataset['row'] ?? null)
  }
  return (
    <div className="trace-list">
      <Head durationMs={durationMs} />
      <div
        ref={box}
        role="listbox"
        tabIndex={0}
        className="trace-rows"
        aria-label={t('trace.spanList')}
        aria-activedescendant={chosen === null ? undefined : `trace-span-${keys.indexOf(chosen)}`}
        onKeyDown={onKeyDown}
        onClick={onClick}
      >
        <div className="trace-lines" role="presentation" style={{ height: layout.totalPx }}>
          {rendered.map(({ row, topPx }) => (
            <SpanLine
              key={row.id}
              span={row}
              position={topPx / linePx}
              count={spans.length}
              traceMs={durationMs}
              isChosen={row.id === chosen}
            />
          ))}
        </div>
      </div>
    </div>
  )
}

function Head({ durationMs }: { readonly durationMs: number }) {
  const t = useT()
  return (
    <div className="trace-line trace-head" aria-hidden>
      <span>{t('trace.operation')}</span>
      <span>{t('trace.duration')}</span>
      <span>{t('trace.criticalPath')}</span>
      <span className="trace-scale">
        {[0, 0.25, 0.5, 0.75, 1].map(share => (
          <i key={share}>{formatMs(durationMs * share)}</i>
        ))}
      </span>
    </div>
  )
}

interface SpanLineProps {
  readonly span: TraceSpan
  /** From 0. */
  readonly position: number
  readonly count: number
  readonly traceMs: number
  readonly isChosen: boolean
}

const SpanLine = memo(function SpanLine({ span, position, count, traceMs, isChosen }: SpanLineProps) {
  const t = useT()
  const { leftPercent, widthPercent } = barOf(span, traceMs)
  const service = span.service || t('trace.noService')
  const isCritical = span.criticalMs > 0
  return (
    <div
      id={`trace-span-${position}`}
      role="option"
      aria-selected={isChosen}
      aria-posinset={position + 1}
      aria-setsize={count}
      data-row={span.id}
      className={`trace-line${span.isError ? ' is-failed' : ''}${isCritical ? ' is-critical' : ''}`}
      style={{ top: position * linePx }}
    >
      <span
        className="trace-name"
        style={{ paddingInlineStart: Math.min(span.depth, maxIndents) * 14 }}
        title={`${service} · ${span.operation}`}
      >
        {span.isError && <CloseCircleFilled role="img" aria-label={t('trace.error')} />} <b>{service}</b>{' '}
        {span.operation}
      </span>
      <span>{formatMs(span.durationMs)}</span>
      <span>{isCritical ? formatMs(span.criticalMs) : '–'}</span>
      <span className="trace-bar" aria-hidden>
        <i style={{ left: `${leftPercent}%`, width: `${widthPercent}%` }} />
      </span>
    </div>
  )
})
