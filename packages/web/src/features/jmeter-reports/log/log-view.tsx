/** Lines of a log of any length: only the visible ones are rendered and kept; the view can follow the end. */
import type { JmeterLogLine } from '@pone/contract/entities/jmeter-report.ts'
import { Drawer } from 'antd'
import dayjs from 'dayjs'
import { useEffect, useRef, useState } from 'react'
import { useT } from '../../../lib/i18n.ts'
import { useCause } from '../../../lib/told-cause.ts'
import { type LogFilter, useLogLines } from './log-queries.ts'

const rowPx = 22
/** Lines rendered above and below the visible ones. */
const spare = 20
/** Browsers cannot render elements higher than about this. */
const maxHeightPx = 15_000_000

export interface LogViewProps {
  readonly filter: LogFilter
  readonly total: number
  readonly isFollowing: boolean
  readonly onFollowing: (isFollowing: boolean) => void
  readonly emptyText: string
}

export function LogView({ filter, total, isFollowing, onFollowing, emptyText }: LogViewProps) {
  const t = useT()
  const place = useRef<HTMLDivElement>(null)
  const [top, setTop] = useState(0)
  const [heightPx, setHeight] = useState(600)
  const [open, setOpen] = useState<JmeterLogLine | null>(null)
  const shownRows = Math.min(total, Math.floor(maxHeightPx / rowPx))
  // If the log is too long for the browser, only its newest part is shown.
  const skipped = total - shownRows
  const first = Math.max(0, Math.floor(top / rowPx) - spare)
  const last = Math.min(shownRows - 1, Math.ceil((top + heightPx) / rowPx) + spare)
  const lines = useLogLines(filter, total, skipped + first, skipped + last)
  useEffect(() => {
    const element = place.current
    if (element === null) return
    const resize = new ResizeObserver(() => setHeight(element.clientHeight))
    resize.observe(element)
    return () => resize.disconnect()
  }, [])
  // oxlint-disable-next-line react/exhaustive-deps
  useEffect(() => {
    if (isFollowing) place.current?.scrollTo({ top: place.current.scrollHeight })
  }, [shownRows, isFollowing, heightPx])
  const onScroll = () => {
    const element = place.current
    if (element === null) return
    const isUp = element.scrollTop < top
    setTop(element.scrollTop)
    const isAtEnd = element.scrollTop + element.clientHeight >= element.scrollHeight - rowPx
    if (isFollowing && isUp && !isAtEnd) onFollowing(false)
  }
  const rows = Array.from({ length: Math.max(0, last - first + 1) }, (_, index) => first + index)
  return (
    <>
      {/* A scrollable area must be reachable by keyboard. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <div className="jr-log" role="log" tabIndex={0} ref={place} onScroll={onScroll}>
        {total === 0 && <p className="jr-log-empty">{emptyText}</p>}
        <div className="jr-log-rows" style={{ height: shownRows * rowPx }}>
          {rows.map(row => {
            const line = lines.get(skipped + row)
            return (
              line && (
                <LogRow key={skipped + row} line={line} topPx={row * rowPx} onOpen={() => setOpen(line)} />
              )
            )
          })}
        </div>
      </div>
      <Drawer size={760} open={open !== null} title={t('jmeterLog.line')} onClose={() => setOpen(null)}>
        {open && <LineText line={open} />}
      </Drawer>
    </>
  )
}

const timeOf = (at: number): string => dayjs(at).format('HH:mm:ss.SSS')

function LogRow({
  line,
  topPx,
  onOpen,
}: {
  readonly line: JmeterLogLine
  readonly topPx: number
  readonly onOpen: () => void
}) {
  const t = useT()
  const [head = '', ...more] = useCause()(line.message).text.split('\n')
  return (
    <button
      type="button"
      className={`jr-log-row jr-log-${line.level}`}
      style={{ top: topPx }}
      onClick={onOpen}
    >
      <time>{timeOf(line.at)}</time> <b>{line.level}</b>{' '}
      <span>
        {line.machine || t('jmeterLog.server')} {line.source}
      </span>{' '}
      {head}
      {more.length > 0 && <span> {t('jmeterLog.more', { count: more.length })}</span>}
    </button>
  )
}

function LineText({ line }: { readonly line: JmeterLogLine }) {
  const t = useT()
  return (
    <>
      <p className="jr-note">
        {dayjs(line.at).format('YYYY-MM-DD HH:mm:ss.SSS')} · {line.level} ·{' '}
        {line.machine || t('jmeterLog.server')} · {line.source}
      </p>
      <div className="jr-log-text">{useCause()(line.message).text}</div>
    </>
  )
}
