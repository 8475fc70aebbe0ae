/** What the user typed while recording: which of it parameters give. */
import type { CorrelatedRecording } from '@pone/recording/model/recording.ts'
import { typedKindTexts } from '@pone/recording/model/typed-value.ts'
import { Table } from 'antd'
import { useMemo } from 'react'
import { useT } from '../../../lib/i18n.ts'
import { useSession } from '../../../lib/session/session.ts'
import { useRowPages } from '../../../ui/data-table/use-row-pages.ts'
import { type TypedRow, typedRows } from './recording-model.ts'
import type { Choice } from './use-choice.ts'

interface TypedValuesProps {
  readonly recording: CorrelatedRecording
  readonly choice: Choice
}

export function TypedValues({ recording, choice: { options, change } }: TypedValuesProps) {
  const t = useT()
  const rows = useMemo(() => typedRows(recording.typedValues, recording.exchanges), [recording])
  const pages = useRowPages(rows.length)
  const columns = useTypedColumns()
  return (
    <>
      <p className="cd-help">{t('component.recording.typedHelp')}</p>
      <div className="cd-recording-table">
        <Table
          size="small"
          rowKey="id"
          dataSource={rows}
          pagination={pages}
          columns={columns}
          rowSelection={{
            // The box in the head selects one page.
            ...(pages !== false && { selections: [Table.SELECTION_ALL, Table.SELECTION_NONE] }),
            preserveSelectedRowKeys: true,
            selectedRowKeys: [...options.typed],
            onChange: keys => change({ typed: new Set(keys.map(Number)) }),
          }}
        />
      </div>
    </>
  )
}

function useTypedColumns() {
  const t = useT()
  const language = useSession('language')
  return [
    {
      title: t('component.recording.typedKind'),
      dataIndex: 'kind',
      width: 170,
      render: (kind: TypedRow['kind']) => typedKindTexts[kind][language],
    },
    {
      title: t('component.recording.value'),
      dataIndex: 'values',
      ellipsis: true,
      render: (values: string, { offset }: TypedRow) => (
        <>
          <code>{values}</code>
          {offset !== null && (
            <div className="cd-help">{t('component.recording.typedOffset', { offset })}</div>
          )}
        </>
      ),
    },
    { title: t('component.recording.typedParameter'), dataIndex: 'name', width: 150, ellipsis: true },
    {
      title: t('component.recording.usedIn'),
      dataIndex: 'usedIn',
      render: (usedIn: string, { moreUses }: TypedRow) => (
        <>
          {usedIn}
          {moreUses > 0 && (
            <div className="cd-help">{t('component.recording.moreUses', { count: moreUses })}</div>
          )}
        </>
      ),
    },
  ]
}
