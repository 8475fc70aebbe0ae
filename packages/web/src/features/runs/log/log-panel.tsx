/** The log of a run: events and script output, filtered by kind, level, machine, time and text, with export to a file. */
import { DownloadOutlined } from '@ant-design/icons'
import { runFileName } from '@pone/schema/file-name.ts'
import { Button, Checkbox, DatePicker, Input, Select } from 'antd'
import dayjs from 'dayjs'
import { useMemo, useState } from 'react'
import { api, saveFile } from '../../../lib/api.ts'
import { showError } from '../../../lib/api-error.ts'
import { useT } from '../../../lib/i18n.ts'
import { useSession } from '../../../lib/session/session.ts'
import { useCause } from '../../../lib/told-cause.ts'
import { MeasuredLines } from '../../../ui/virtual-rows/measured-lines.tsx'
import { eventText, eventTone } from '../figures/run-events.ts'
import { type LiveRun, maxLogLinesKept } from '../live-model.ts'
import { filterLog, type LogEntry, type LogFilter, logEntries, logKinds, logText } from './log-entries.ts'

const levels = ['error', 'warn', 'info', 'debug'] as const
const portion = 1_000
const all: LogFilter = { kinds: [], level: 'all', machine: '', search: '', from: null, to: null }

export function LogPanel({
  live,
}: {
  readonly live: Pick<LiveRun, 'run' | 'events' | 'log' | 'machines'> & { readonly isLogCut: boolean }
}) {
  const t = useT()
  const language = useSession('language')
  const causeOf = useCause()
  const [filter, setFilter] = useState(all)
  const [isFollowing, setFollowing] = useState(true)
  const { events, log, machines } = live
  const say = useMemo(
    () => ({
      eventText: (event: LiveRun['events'][number]) => eventText(event, t, language),
      eventTone,
      lineText: (message: string) => causeOf(message).text,
    }),
    [t, language, causeOf],
  )
  const shown = useMemo(() => filterLog(logEntries({ events, log }, say), filter), [events, log, say, filter])
  const change = (changes: Partial<LogFilter>) => setFilter(before => ({ ...before, ...changes }))
  return (
    <div>
      <div className="run-log-tools">
        <LogFilters filter={filter} machines={machines} onChange={change} />
        <Checkbox checked={isFollowing} onChange={event => setFollowing(event.target.checked)}>
          {t('run.log.follow')}
        </Checkbox>
        <ExportLog live={live} filter={filter} say={say} />
      </div>
      {live.isLogCut && (
        <p className="run-log-cut" role="note">
          {t('run.log.cut', { count: maxLogLinesKept })}
        </p>
      )}
      <LogLines entries={shown} isFollowing={isFollowing} />
    </div>
  )
}

/** Height of an entry of one line, CSS pixels; `.run-log` draws it. */
const linePx = 20

function LogLines({
  entries,
  isFollowing,
}: {
  readonly entries: readonly LogEntry[]
  readonly isFollowing: boolean
}) {
  const t = useT()
  const texts = useMemo(
    () => entries.map(({ kind, machine, source, text }) => [kind, machine, source, text].join(' ')),
    [entries],
  )
  return (
    // It scrolls, so the keyboard must be able to reach it.
    <MeasuredLines
      texts={texts}
      estimatePx={linePx}
      isFollowing={isFollowing}
      line={index => <LogEntryLine index={index} entry={entries[index]} />}
      className="run-log"
      role="log"
      // Lines that are scrolled into view are not new.
      aria-live={isFollowing ? 'polite' : 'off'}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
      tabIndex={0}
    >
      {entries.length === 0 && <p className="run-quiet">{t('run.log.none')}</p>}
    </MeasuredLines>
  )
}

function LogEntryLine({ index, entry }: { readonly index: number; readonly entry: LogEntry | undefined }) {
  const t = useT()
  if (entry === undefined) return null
  const { at, kind, level, machine, source, text } = entry
  return (
    <div data-index={index} className={`run-log-${level}`}>
      <time>{new Date(at).toLocaleTimeString('en-GB', { hour12: false })}</time>{' '}
      <b>{kind === 'script' ? level : t(`run.log.kind.${kind}`)}</b>{' '}
      <span>{[machine, source].filter(Boolean).join(' · ')}</span> {text}
    </div>
  )
}

/** By kind, level, machine, time and text. */
function LogFilters({
  filter,
  machines,
  onChange,
}: {
  readonly filter: LogFilter
  readonly machines: readonly { readonly name: string }[]
  readonly onChange: (changes: Partial<LogFilter>) => void
}) {
  const t = useT()
  return (
    <>
      <Select
        mode="multiple"
        allowClear
        maxTagCount="responsive"
        aria-label={t('run.log.kind')}
        placeholder={t('run.log.allKinds')}
        value={[...filter.kinds]}
        style={{ width: 220 }}
        options={logKinds.map(value => ({ value, label: t(`run.log.kind.${value}`) }))}
        onChange={kinds => onChange({ kinds })}
      />
      <Select
        aria-label={t('run.log.level')}
        value={filter.level}
        style={{ width: 130 }}
        options={[
          { value: 'all' as const, label: t('run.log.all') },
          ...levels.map(value => ({ value, label: value })),
        ]}
        onChange={level => onChange({ level })}
      />
      <Select
        showSearch={{ optionFilterProp: 'label' }}
        aria-label={t('run.log.machine')}
        value={filter.machine}
        style={{ width: 170 }}
        options={[
          { value: '', label: t('run.log.allMachines') },
          ...machines.map(({ name }) => ({ value: name, label: name })),
        ]}
        onChange={machine => onChange({ machine })}
      />
      <DatePicker.RangePicker
        showTime
        allowEmpty={[true, true]}
        aria-label={t('run.log.time')}
        value={[
          filter.from === null ? null : dayjs(filter.from),
          filter.to === null ? null : dayjs(filter.to),
        ]}
        onChange={range =>
          onChange({ from: range?.[0]?.valueOf() ?? null, to: range?.[1]?.endOf('second').valueOf() ?? null })
        }
      />
      <Input.Search
        allowClear
        placeholder={t('run.log.search')}
        aria-label={t('run.log.search')}
        style={{ width: 200 }}
        onChange={event => onChange({ search: event.target.value })}
      />
    </>
  )
}

/** Exports the filtered log with every stored line, not only those on the page. */
function ExportLog(props: {
  readonly live: Pick<LiveRun, 'run' | 'events'>
  readonly filter: LogFilter
  readonly say: Parameters<typeof logEntries>[1]
}) {
  const { live, filter, say } = props
  const t = useT()
  const projectId = useSession('projectId')
  const [isExporting, setExporting] = useState(false)
  const { id } = live.run
  const take = async () => {
    const log: LiveRun['log'][number][] = []
    for (;;) {
      const { total, lines } = await api.run.log({ projectId, id, offset: log.length, limit: portion })
      log.push(...lines)
      if (lines.length === 0 || log.length >= total) break
    }
    const text = logText(filterLog(logEntries({ events: live.events, log }, say), filter))
    saveFile(new Blob([text], { type: 'text/plain' }), runFileName(live.run, ['log'], 'log'))
  }
  return (
    <Button
      icon={<DownloadOutlined />}
      loading={isExporting}
      onClick={() => {
        setExporting(true)
        void take()
          .catch(showError)
          .finally(() => setExporting(false))
      }}
    >
      {t('run.log.export')}
    </Button>
  )
}
