/** Lines of a log with search, level filter and following of new lines. */
import { CopyOutlined, DownloadOutlined } from '@ant-design/icons'
import { Checkbox, Input, Select } from 'antd'
import { type ReactNode, useEffect, useMemo, useRef, useState } from 'react'
import { saveFile } from '../../lib/api.ts'
import { copyText } from '../../lib/copy.ts'
import { useT } from '../../lib/i18n.ts'
import { LoadingState } from '../../ui/page/page-states.tsx'
import { filterLines, type LevelFilter, type MachineLine, textOf } from './log-lines.ts'
import './deployment.css'

const filters = ['all', 'warn', 'error'] as const

export interface MachineLogProps {
  readonly lines: readonly MachineLine[]
  readonly isLoading: boolean
  /** Name of the file in which the lines are saved. */
  readonly fileName: string
  /** Shown above the first line. */
  readonly head?: ReactNode
}

export function MachineLog({ lines, isLoading, fileName, head }: MachineLogProps) {
  const t = useT()
  const [level, setLevel] = useState<LevelFilter>('all')
  const [search, setSearch] = useState('')
  const [isFollowing, setFollowing] = useState(true)
  const shown = useMemo(() => filterLines(lines, level, search), [lines, level, search])
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (isFollowing) place.current?.scrollTo({ top: place.current.scrollHeight })
  }, [shown, isFollowing])
  if (isLoading) return <LoadingState rows={6} />
  return (
    <>
      <div className="machine-log-tools">
        <Select
          aria-label={t('hostLog.level.all')}
          value={level}
          style={{ width: 140 }}
          onChange={setLevel}
          options={filters.map(value => ({ value, label: t(`hostLog.level.${value}`) }))}
        />
        <Input.Search
          allowClear
          placeholder={t('hostLog.search')}
          aria-label={t('hostLog.search')}
          style={{ flex: '0 1 240px', minWidth: 120 }}
          onChange={event => setSearch(event.target.value)}
        />
        <Checkbox checked={isFollowing} onChange={event => setFollowing(event.target.checked)}>
          {t('hostLog.follow')}
        </Checkbox>
        <TakeButtons lines={shown} fileName={fileName} />
      </div>
      {/* It scrolls, so the keyboard must be able to reach it. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <div className="machine-log" role="log" tabIndex={0} ref={place}>
        {head}
        {shown.length === 0 && (
          <span className="faint">{t(lines.length === 0 ? 'hostLog.empty' : 'hostLog.nothing')}</span>
        )}
        {shown.map(line => (
          <div key={line.key} className={`machine-log-${line.level}`}>
            {line.at !== null && (
              <time>{new Date(line.at).toLocaleTimeString('en-GB', { hour12: false })} </time>
            )}
            {line.text}
          </div>
        ))}
      </div>
    </>
  )
}

/** Copies the lines, or saves them as a file. */
function TakeButtons({ lines, fileName }: Pick<MachineLogProps, 'lines' | 'fileName'>) {
  const t = useT()
  return (
    <span className="machine-log-take">
      <button
        type="button"
        className="icon-button"
        aria-label={t('action.copy')}
        title={t('action.copy')}
        disabled={lines.length === 0}
        onClick={() => void copyText(textOf(lines))}
      >
        <CopyOutlined />
      </button>
      <button
        type="button"
        className="icon-button"
        aria-label={t('action.download')}
        title={t('action.download')}
        disabled={lines.length === 0}
        onClick={() => saveFile(new Blob([textOf(lines)], { type: 'text/plain' }), fileName)}
      >
        <DownloadOutlined />
      </button>
    </span>
  )
}
