/** The values of responses that later requests send: which of them are extracted into variables. */
import { confidenceTexts, reasonTexts } from '@pone/recording/model/dynamic-value.ts'
import type { CorrelatedRecording } from '@pone/recording/model/recording.ts'
import { Table } from 'antd'
import { useMemo } from 'react'
import { useT } from '../../../lib/i18n.ts'
import { useSession } from '../../../lib/session/session.ts'
import { useRowPages } from '../../../ui/data-table/use-row-pages.ts'
import { type DynamicRow, dynamicRows } from './recording-model.ts'
import type { Choice } from './use-choice.ts'

interface DynamicValuesProps {
  readonly recording: CorrelatedRecording
  readonly choice: Choice
}

export function DynamicValues({ recording, choice: { options, change } }: DynamicValuesProps) {
  const t = useT()
  const rows = useMemo(() => dynamicRows(recording.dynamicValues, recording.exchanges), [recording])
  const pages = useRowPages(rows.length)
  const columns = useDynamicColumns()
  return (
    <>
      <p className="cd-help">{t('component.recording.dynamicHelp')}</p>
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
            selectedRowKeys: [...options.accepted],
            onChange: keys => change({ accepted: new Set(keys.map(Number)) }),
          }}
        />
      </div>
    </>
  )
}

function useDynamicColumns() {
  const t = useT()
  const language = useSession('language')
  return [
    {
      title: t('component.recording.value'),
      dataIndex: 'value',
      width: 160,
      ellipsis: true,
      render: (value: string) => <code>{value}</code>,
    },
    { title: t('component.recording.variable'), dataIndex: 'name', width: 120, ellipsis: true },
    {
      title: t('component.recording.from'),
      dataIndex: 'from',
      render: (from: string, { source }: DynamicRow) => (
        <>
          {from}
          <div className="cd-help">
            {t(`component.source.${source.source}`)} <code>{source.expression}</code>
          </div>
        </>
      ),
    },
    {
      title: t('component.recording.usedIn'),
      dataIndex: 'usedIn',
      render: (usedIn: string, { moreUses }: DynamicRow) => (
        <>
          {usedIn}
          {moreUses > 0 && (
            <div className="cd-help">{t('component.recording.moreUses', { count: moreUses })}</div>
          )}
        </>
      ),
    },
    {
      title: t('component.recording.confidence'),
      dataIndex: 'confidence',
      width: 190,
      render: (confidence: DynamicRow['confidence'], { reason }: DynamicRow) => (
        <>
          {confidenceTexts[confidence][language]}
          <div className="cd-help">{reasonTexts[reason][language]}</div>
        </>
      ),
    },
  ]
}
