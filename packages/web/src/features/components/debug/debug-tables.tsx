/** Variables and log of a standalone execution. */
import type { FaultPlace } from '@pone/contract/link/debug.ts'
import { Input } from 'antd'
import { useMemo, useState } from 'react'
import { useT } from '../../../lib/i18n.ts'
import { useCause } from '../../../lib/told-cause.ts'
import { clockText } from '../../../ui/clock-text.ts'
import { MeasuredLines } from '../../../ui/virtual-rows/measured-lines.tsx'
import { type DebugRun, latestValues } from '../exchange/debug-model.ts'

interface TableProps {
  readonly run: DebugRun | null
}

export function VariableTable({ run }: TableProps) {
  const t = useT()
  const values = Object.entries(latestValues(run)).toSorted(([a], [b]) => a.localeCompare(b))
  if (values.length === 0) return <p className="cd-hint cd-dock-hint">{t('component.debug.noVariables')}</p>
  return (
    <table className="cd-table">
      <thead>
        <tr>
          <th>{t('component.variables.name')}</th>
          <th>{t('component.debug.lastValue')}</th>
        </tr>
      </thead>
      <tbody>
        {values.map(([name, value]) => (
          <tr key={name}>
            <th className="cd-mono">{name}</th>
            <td className="cd-mono cd-wrap">
              {value === '' ? <span className="cd-help">{t('component.debug.emptyText')}</span> : value}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

export function DebugLog({ run, onReveal }: TableProps & { readonly onReveal: (path: string) => void }) {
  const t = useT()
  const causeOf = useCause()
  const [search, setSearch] = useState('')
  const lines = useMemo(() => {
    const wanted = search.trim().toLowerCase()
    return (run?.log ?? [])
      .map(({ line, fault }) => ({ ...line, fault, message: causeOf(line.message).text }))
      .filter(
        line => line.message.toLowerCase().includes(wanted) || line.source.toLowerCase().includes(wanted),
      )
  }, [run, search, causeOf])
  if (!run || run.log.length === 0)
    return <p className="cd-hint cd-dock-hint">{t('component.debug.noLog')}</p>
  return (
    <div className="cd-log-pane">
      <Input
        allowClear
        size="small"
        className="cd-log-search"
        value={search}
        placeholder={t('component.debug.filterLog')}
        aria-label={t('component.debug.filterLog')}
        onChange={event => setSearch(event.target.value)}
      />
      <LogLines lines={lines} onReveal={onReveal} />
    </div>
  )
}

type ShownLine = DebugRun['log'][number]['line'] & Pick<DebugRun['log'][number], 'fault'>

/** Height of a line that is not wrapped, CSS pixels; `.cd-log-line` draws it. */
const linePx = 22

function LogLines({
  lines,
  onReveal,
}: {
  readonly lines: readonly ShownLine[]
  readonly onReveal: (path: string) => void
}) {
  const texts = useMemo(
    () => lines.map(({ source, message, fault }) => [source, message, fault?.stepId].join(' ')),
    [lines],
  )
  const lineAt = (index: number) => {
    const line = lines[index]
    return (
      line && (
        <div data-index={index} className={`cd-log-line is-${line.level}`}>
          <time>{clockText(line.at)}</time>
          <b>{line.level}</b>
          <span className="cd-help">{line.source}</span>
          <span className="cd-wrap">
            {line.message}
            <ToFault fault={line.fault} onReveal={onReveal} />
          </span>
        </div>
      )
    )
  }
  return (
    // Lines that are scrolled into view are not new; a scrollable area must be reachable by keyboard.
    <MeasuredLines
      texts={texts}
      estimatePx={linePx}
      line={lineAt}
      className="cd-log"
      role="log"
      aria-live="off"
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
      tabIndex={0}
    />
  )
}

/** A link to the script that failed. */
function ToFault({
  fault,
  onReveal,
}: {
  readonly fault: FaultPlace | null
  readonly onReveal: (path: string) => void
}) {
  const t = useT()
  if (fault === null) return null
  return (
    <>
      {' '}
      <button type="button" className="cd-link" onClick={() => onReveal(`${fault.stepId}:code`)}>
        {t('component.debug.toStep')}
      </button>
    </>
  )
}
