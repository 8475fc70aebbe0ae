/** The list of the requests of a standalone execution, with its head; only the lines in view are drawn. */
import { type KeyboardEvent, type MouseEvent, useMemo, useRef } from 'react'
import { useT } from '../../../lib/i18n.ts'
import { nextSelection } from '../../../ui/editor/row-selection.ts'
import { evenRows } from '../../../ui/virtual-rows/row-layout.ts'
import { useVirtualRows } from '../../../ui/virtual-rows/use-virtual-rows.ts'
import { type ExchangeRow, hasManyUsers } from '../exchange/debug-model.ts'
import { timeAxis } from '../exchange/waterfall.ts'
import { ExchangeLine, TransactionLine } from './exchange-line.tsx'
import type { ResultLine } from './result-tree.ts'

/** `.cd-exchange` draws it, CSS pixels. */
const linePx = 28

interface ExchangeListProps {
  /** All requests of the execution: they define the time axis. */
  readonly all: readonly ExchangeRow[]
  readonly lines: readonly ResultLine[]
  readonly selected: ExchangeRow | undefined
  /** Number of the exchange; null selects none. */
  readonly onSelect: (number: number | null) => void
  readonly onReveal: ((path: string) => void) | undefined
}

export function ExchangeList({ all, lines, selected, onSelect, onReveal }: ExchangeListProps) {
  const t = useT()
  const box = useRef<HTMLDivElement>(null)
  const axis = useMemo(() => timeAxis(all.map(row => row.exchange)), [all])
  const showsUser = useMemo(() => hasManyUsers(all), [all])
  const keys = useMemo(() => lines.map(keyOf), [lines])
  const numbers = useMemo(
    () => lines.flatMap(line => (line.kind === 'request' ? [String(line.row.number)] : [])),
    [lines],
  )
  const layout = evenRows(lines.length, linePx)
  const current = selected && String(selected.number)
  const rendered = useVirtualRows({ box, layout, rows: lines, keys, current })
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape') return onSelect(null)
    const next = nextSelection(numbers, current === undefined ? [] : [current], event.key, false)
    if (!next) return
    event.preventDefault()
    onSelect(Number(next[0]))
  }
  const onClick = ({ target }: MouseEvent) => {
    const row = target instanceof Element ? target.closest<HTMLElement>('[role=option]') : null
    if (row) onSelect(Number(row.dataset['row']))
  }
  return (
    <div className="cd-exchange-table">
      <Head />
      <div
        ref={box}
        role="listbox"
        tabIndex={0}
        className="cd-exchange-rows"
        aria-label={t('component.dock.requests')}
        aria-activedescendant={
          current !== undefined && numbers.includes(current) ? `cd-exchange-${current}` : undefined
        }
        onKeyDown={onKeyDown}
        onClick={onClick}
        onDoubleClick={() => selected && onReveal?.(`${selected.stepId}:`)}
      >
        <div className="cd-exchange-lines" role="presentation" style={{ height: layout.totalPx }}>
          {rendered.map(({ row: line, topPx }) =>
            line.kind === 'request' ? (
              <ExchangeLine
                key={keyOf(line)}
                row={line.row}
                position={numbers.indexOf(keyOf(line)) + 1}
                count={numbers.length}
                depth={line.depth}
                topPx={topPx}
                isSelected={line.row === selected}
                showsUser={showsUser}
                axis={axis}
              />
            ) : (
              <TransactionLine key={keyOf(line)} line={line} topPx={topPx} />
            ),
          )}
        </div>
        {numbers.length === 0 && <p className="cd-hint">{t('component.debug.filterNone')}</p>}
      </div>
    </div>
  )
}

/** The number of a request, which is the id of its line as an option; a transaction has none. */
const keyOf = (line: ResultLine): string =>
  line.kind === 'request' ? String(line.row.number) : `t${line.stepId}`

function Head() {
  const t = useT()
  return (
    <div className="cd-exchange cd-exchange-head" aria-hidden>
      <span>#</span>
      <span />
      <span>{t('component.name')}</span>
      <span>{t('component.debug.status')}</span>
      <span>{t('component.debug.size')}</span>
      <span>{t('component.debug.time')}</span>
      <span>{t('component.debug.waterfall')}</span>
    </div>
  )
}
