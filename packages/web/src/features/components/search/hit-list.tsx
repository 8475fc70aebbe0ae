/** The hits of a search, below the exchange that each is in; only the lines in view are drawn. */
import { type KeyboardEvent, type MouseEvent, useMemo, useRef } from 'react'
import { useT } from '../../../lib/i18n.ts'
import { useSession } from '../../../lib/session/session.ts'
import { nextSelection } from '../../../ui/editor/row-selection.ts'
import { evenRows } from '../../../ui/virtual-rows/row-layout.ts'
import { useVirtualRows } from '../../../ui/virtual-rows/use-virtual-rows.ts'
import { type ExchangeRow, hasManyUsers, titleOf } from '../exchange/debug-model.ts'
import { PassMark } from '../exchange/pass-mark.tsx'
import { hitText } from './hit-place.ts'
import type { Hit } from './search-exchanges.ts'

/** `.cd-hit` draws it, CSS pixels. */
const linePx = 26

/** A line of the list: an exchange, or a hit in it with its index among all hits. */
type Line =
  | { readonly key: string; readonly kind: 'exchange'; readonly row: ExchangeRow }
  | { readonly key: string; readonly kind: 'hit'; readonly hit: Hit; readonly index: number }

interface HitListProps {
  readonly hits: readonly Hit[]
  /** Index of the shown hit; -1 = none. */
  readonly current: number
  readonly onChoose: (index: number) => void
}

export function HitList({ hits, current, onChoose }: HitListProps) {
  const t = useT()
  const box = useRef<HTMLDivElement>(null)
  const lines = useMemo(() => linesOf(hits), [hits])
  const keys = useMemo(() => lines.map(({ key }) => key), [lines])
  const layout = useMemo(() => evenRows(lines.length, linePx), [lines])
  const showsUser = useMemo(() => hasManyUsers(hits.map(({ row }) => row)), [hits])
  const shownKey = current < 0 ? undefined : `h${current}`
  const rendered = useVirtualRows({ box, layout, rows: lines, keys, current: shownKey })
  const onKeyDown = (event: KeyboardEvent) => {
    const ofHits = keys.filter(key => key.startsWith('h'))
    const next = nextSelection(ofHits, shownKey === undefined ? [] : [shownKey], event.key, false)
    if (!next) return
    event.preventDefault()
    onChoose(indexOf(next[0]))
  }
  const onClick = ({ target }: MouseEvent) => {
    const line = target instanceof Element ? target.closest<HTMLElement>('[role=option]') : null
    if (line) onChoose(indexOf(line.dataset['row']))
  }
  return (
    <div
      ref={box}
      role="listbox"
      tabIndex={0}
      className="cd-hits"
      aria-label={t('component.search.hits')}
      aria-activedescendant={shownKey === undefined ? undefined : `cd-hit-${shownKey}`}
      onKeyDown={onKeyDown}
      onClick={onClick}
    >
      <div className="cd-hit-lines" role="presentation" style={{ height: layout.totalPx }}>
        {rendered.map(({ row: line, topPx }) =>
          line.kind === 'exchange' ? (
            <ExchangeHead key={line.key} row={line.row} topPx={topPx} showsUser={showsUser} />
          ) : (
            <HitLine key={line.key} line={line} topPx={topPx} isCurrent={line.index === current} />
          ),
        )}
      </div>
    </div>
  )
}

const indexOf = (key: string | undefined): number => Number(key?.slice(1) ?? -1)

function linesOf(hits: readonly Hit[]): Line[] {
  return hits.flatMap((hit, index): Line[] => {
    const line: Line = { key: `h${index}`, kind: 'hit', hit, index }
    const isFirst = hits[index - 1]?.row !== hit.row
    return isFirst ? [{ key: `e${hit.row.number}`, kind: 'exchange', row: hit.row }, line] : [line]
  })
}

interface ExchangeHeadProps {
  readonly row: ExchangeRow
  readonly topPx: number
  readonly showsUser: boolean
}

function ExchangeHead({ row, topPx, showsUser }: ExchangeHeadProps) {
  const t = useT()
  const { exchange, number, passed, user, iteration } = row
  return (
    <div className="cd-hit is-exchange" role="presentation" style={{ top: topPx }}>
      <span className="cd-exchange-number">{number}</span>
      <PassMark isPassed={passed} />
      <span className="cd-ellipsis" title={exchange.url}>
        {exchange.method !== '' && <b className={`cd-method is-${exchange.method}`}>{exchange.method}</b>}{' '}
        {titleOf(exchange)}
        {showsUser && (
          <small className="cd-help"> {t('component.debug.userIteration', { user, iteration })}</small>
        )}
      </span>
    </div>
  )
}

interface HitLineProps {
  readonly line: Extract<Line, { kind: 'hit' }>
  readonly topPx: number
  readonly isCurrent: boolean
}

function HitLine({ line: { key, hit }, topPx, isCurrent }: HitLineProps) {
  const t = useT()
  const language = useSession('language')
  const { place, before, match, after } = hitText(hit, t, language)
  return (
    <div
      id={`cd-hit-${key}`}
      data-row={key}
      role="option"
      aria-selected={isCurrent}
      className="cd-hit"
      style={{ top: topPx }}
    >
      <span className="cd-hit-place cd-ellipsis" title={place}>
        {place}
      </span>
      <code className="cd-ellipsis">
        {before}
        <mark>{match}</mark>
        {after}
      </code>
    </div>
  )
}
