/** The requests of a recording with their choice, the options of the steps, and what is left out or changed. */
import { formatDuration, formatMs, formatNumber, formatPercent } from '@pone/metrics/figures.ts'
import { asideTexts } from '@pone/recording/http/aside.ts'
import type { Left } from '@pone/recording/model/left.ts'
import type { CorrelatedRecording, TrafficMix } from '@pone/recording/model/recording.ts'
import type { GeneratedSteps } from '@pone/recording/steps/to-steps.ts'
import { Checkbox, Input, Select, Table, Tabs } from 'antd'
import { useMemo, useState } from 'react'
import { useT } from '../../../lib/i18n.ts'
import { useSession } from '../../../lib/session/session.ts'
import { useRowPages } from '../../../ui/data-table/use-row-pages.ts'
import { LeftList } from '../../../ui/left-list.tsx'
import { Conversations } from './conversations.tsx'
import { DynamicValues } from './dynamic-values.tsx'
import { groupsOf, hostsOf, type PreviewRow, rowsWith, withGroup } from './recording-model.ts'
import { TypedValues } from './typed-values.tsx'
import type { Choice } from './use-choice.ts'

interface RecordingPreviewProps {
  readonly recording: CorrelatedRecording
  readonly choice: Choice
  readonly generate: (options: Choice['options']) => GeneratedSteps | null
}

export function RecordingPreview({ recording, choice, generate }: RecordingPreviewProps) {
  const t = useT()
  const { options, lateOptions, change } = choice
  // Made of the recording and the options alone.
  // oxlint-disable-next-line react/exhaustive-deps
  const left = useMemo(() => generate(lateOptions)?.left ?? [], [recording, lateOptions])
  const items = [...recording.left, ...left].map(itemOf(t('component.recording.wholeFile')))
  return (
    <>
      {recording.mix !== undefined && <MixFacts mix={recording.mix} />}
      {recording.load !== undefined && <p className="cd-recording-mix">{t('component.recording.load')}</p>}
      <GroupChoice choice={choice} />
      <Choices recording={recording} choice={choice} />
      <div className="cd-recording-bar">
        <Checkbox
          checked={options.hasTransactions}
          onChange={event => change({ hasTransactions: event.target.checked })}
        >
          {t('component.recording.transactions')}
        </Checkbox>
        <Checkbox
          checked={options.hasThinkTimes}
          onChange={event => change({ hasThinkTimes: event.target.checked })}
        >
          {t('component.recording.thinkTimes')}
        </Checkbox>
      </div>
      <LeftList label={t('component.recording.left', { count: items.length })} items={items} />
    </>
  )
}

/** How often the requests of a log came. */
function MixFacts({ mix }: { readonly mix: TrafficMix }) {
  const t = useT()
  const { requests, fromMs, toMs, arrivals, intervalSeconds, visits, meanPauseMs } = mix
  const facts = {
    requests: formatNumber(requests),
    duration: formatDuration(toMs - fromMs),
    peak: formatNumber(Number((Math.max(...arrivals) / intervalSeconds).toPrecision(3))),
    interval: formatDuration(intervalSeconds * 1_000),
    visits: formatNumber(visits),
    pause: formatMs(meanPauseMs),
  }
  return <p className="cd-recording-mix">{t('component.recording.mix', facts)}</p>
}

const itemOf =
  (wholeFile: string) =>
  ({ place, code, text }: Left) => ({ key: place, testname: place === '' ? wholeFile : place, code, text })

/** Requests that were not chosen at first, by reason. */
function GroupChoice({ choice: { rows, options, change } }: { readonly choice: Choice }) {
  const t = useT()
  const language = useSession('language')
  const groups = groupsOf(rows, options.chosen)
  return (
    <div className="cd-recording-bar" role="group" aria-label={t('component.recording.aside')}>
      <span>{t('component.recording.found', { count: rows.length, chosen: options.chosen.size })}</span>
      {groups.length > 0 && <span className="cd-help">{t('component.recording.aside')}</span>}
      {groups.map(({ reason, count, chosen }) => (
        <Checkbox
          key={reason}
          checked={chosen === 'all'}
          indeterminate={chosen === 'some'}
          onChange={event =>
            change({ chosen: withGroup(rows, options.chosen, { reason, isChosen: event.target.checked }) })
          }
        >
          {t('component.recording.group', { name: asideTexts[reason][language], count })}
        </Checkbox>
      ))}
    </div>
  )
}

/** The requests, with conversations, dynamic and typed values where there are any. */
function Choices({ recording, choice }: Pick<RecordingPreviewProps, 'recording' | 'choice'>) {
  const t = useT()
  const { rows, options } = choice
  const { length: count } = recording.dynamicValues
  const { length: typed } = recording.typedValues
  const { conversations = [] } = recording
  if (count + typed + conversations.length === 0) return <RowChoice choice={choice} />
  const requests = {
    key: 'requests',
    label: t('component.recording.requests', { count: rows.length }),
    children: <RowChoice choice={choice} />,
  }
  const ofCapture = {
    key: 'conversations',
    label: t('component.recording.conversations', { count: conversations.length }),
    children: <Conversations conversations={conversations} choice={choice} />,
  }
  const dynamicValues = {
    key: 'dynamic',
    label: t('component.recording.dynamic', { count, accepted: options.accepted.size }),
    children: <DynamicValues recording={recording} choice={choice} />,
  }
  const typedValues = {
    key: 'typed',
    label: t('component.recording.typed', { count: typed, accepted: options.typed.size }),
    children: <TypedValues recording={recording} choice={choice} />,
  }
  return (
    <Tabs
      size="small"
      items={[
        ...(conversations.length > 0 ? [ofCapture] : []),
        requests,
        ...(count > 0 ? [dynamicValues] : []),
        ...(typed > 0 ? [typedValues] : []),
      ]}
    />
  )
}

function RowChoice({ choice: { rows, options, change } }: { readonly choice: Choice }) {
  const t = useT()
  const [text, setText] = useState('')
  const [host, setHost] = useState('')
  const hosts = useMemo(() => hostsOf(rows), [rows])
  const shown = useMemo(() => rowsWith(rows, text, host), [rows, text, host])
  const pages = useRowPages(shown.length)
  const columns = useColumns(rows)
  return (
    <>
      <div className="cd-recording-bar">
        <Input
          allowClear
          value={text}
          className="cd-recording-search"
          aria-label={t('component.recording.search')}
          placeholder={t('component.recording.search')}
          onChange={event => setText(event.target.value)}
        />
        {hosts.length > 1 && (
          <Select
            value={host}
            className="cd-recording-hosts"
            aria-label={t('component.recording.host')}
            options={[
              { value: '', label: t('component.recording.allHosts') },
              ...hosts.map(value => ({ value, label: value })),
            ]}
            onChange={setHost}
          />
        )}
      </div>
      <div className="cd-recording-table">
        <Table
          size="small"
          rowKey="index"
          dataSource={shown}
          pagination={pages}
          columns={columns}
          rowSelection={{
            // The box in the head selects one page.
            ...(pages !== false && { selections: [Table.SELECTION_ALL, Table.SELECTION_NONE] }),
            preserveSelectedRowKeys: true,
            selectedRowKeys: [...options.chosen],
            onChange: keys => change({ chosen: new Set(keys.map(Number)) }),
          }}
        />
      </div>
    </>
  )
}

function useColumns(rows: readonly PreviewRow[]) {
  const t = useT()
  const language = useSession('language')
  const all = rows.reduce((sum, { count }) => sum + count, 0)
  const share = {
    title: t('component.recording.share'),
    dataIndex: 'count',
    width: 110,
    render: (count: number) => formatPercent((count / all) * 100),
  }
  return [
    ...(all > rows.length ? [share] : []),
    { title: t('component.request.method'), dataIndex: 'method', width: 88 },
    { title: t('component.recording.host'), dataIndex: 'host', width: 170, ellipsis: true },
    { title: t('component.recording.path'), dataIndex: 'path', ellipsis: true },
    { title: t('component.recording.status'), dataIndex: 'status', width: 76 },
    { title: t('component.recording.type'), dataIndex: 'contentType', width: 150, ellipsis: true },
    {
      title: t('component.recording.reason'),
      dataIndex: 'aside',
      width: 160,
      render: (aside: PreviewRow['aside']) => (aside === null ? '' : asideTexts[aside][language]),
    },
  ]
}
