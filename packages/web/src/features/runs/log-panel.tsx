/** The log of a run: levels, search, and following the newest line. */
import type { LogLine } from '@pone/contract/entities/run.ts'
import { Checkbox, Input, Select } from 'antd'
import { useEffect, useMemo, useRef, useState } from 'react'
import { useT } from '../../lib/i18n.ts'
import { useCause } from '../../lib/told-cause.ts'
import { filterLog, type LogLevel } from './log-filter.ts'

const levels = ['error', 'warn', 'info', 'debug'] as const

export function LogPanel({ lines }: { readonly lines: readonly LogLine[] }) {
  const t = useT()
  const causeOf = useCause()
  const [level, setLevel] = useState<LogLevel | 'all'>('all')
  const [search, setSearch] = useState('')
  const [isFollowing, setFollowing] = useState(true)
  const shown = useMemo(() => filterLog(lines, level, search), [lines, level, search])
  const end = useRef<HTMLDivElement>(null)
  // oxlint-disable-next-line react/exhaustive-deps
  useEffect(() => {
    if (isFollowing) end.current?.scrollIntoView({ block: 'nearest' })
  }, [shown, isFollowing])
  return (
    <div>
      <div className="run-log-tools">
        <Select
          aria-label={t('run.log.level')}
          value={level}
          style={{ width: 140 }}
          options={[
            { value: 'all' as const, label: t('run.log.all') },
            ...levels.map(value => ({ value, label: value })),
          ]}
          onChange={setLevel}
        />
        <Input.Search
          allowClear
          placeholder={t('run.log.search')}
          aria-label={t('run.log.search')}
          style={{ width: 260 }}
          onChange={event => setSearch(event.target.value)}
        />
        <Checkbox checked={isFollowing} onChange={event => setFollowing(event.target.checked)}>
          {t('run.log.follow')}
        </Checkbox>
      </div>
      {/* It scrolls, so the keyboard must be able to reach it. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <div className="run-log" role="log" tabIndex={0}>
        {shown.length === 0 && <p className="run-quiet">{t('run.log.none')}</p>}
        {shown.map((line, i) => (
          // Lines may repeat to the letter; only their place is their own.
          // oxlint-disable-next-line react/no-array-index-key
          <div key={i} className={`run-log-${line.level}`}>
            <time>{new Date(line.at).toLocaleTimeString('en-GB', { hour12: false })}</time>{' '}
            <b>{line.level}</b> <span>{line.source}</span> {causeOf(line.message).text}
          </div>
        ))}
        <div ref={end} />
      </div>
    </div>
  )
}
