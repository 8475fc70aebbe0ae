/** The values of responses that later requests send: which of them are extracted into variables. */
import { confidenceTexts, reasonTexts } from '@pone/recording/model/dynamic-value.ts'
import type { CorrelatedRecording } from '@pone/recording/model/recording.ts'
import { useMemo } from 'react'
import { useT } from '../../../lib/i18n.ts'
import { useSession } from '../../../lib/session/session.ts'
import { ChosenValues, useUsesColumn } from './chosen-values.tsx'
import { type DynamicRow, dynamicRows } from './recording-model.ts'
import type { Choice } from './use-choice.ts'

interface DynamicValuesProps {
  readonly recording: CorrelatedRecording
  readonly choice: Choice
}

export function DynamicValues({ recording, choice: { options, change } }: DynamicValuesProps) {
  const t = useT()
  const rows = useMemo(() => dynamicRows(recording.dynamicValues, recording.exchanges), [recording])
  const columns = useDynamicColumns()
  return (
    <ChosenValues
      help={t('component.recording.dynamicHelp')}
      rows={rows}
      columns={columns}
      chosen={options.accepted}
      onChange={accepted => change({ accepted })}
    />
  )
}

function useDynamicColumns() {
  const t = useT()
  const uses = useUsesColumn()
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
    uses,
    {
      title: t('component.recording.confidence'),
      dataIndex: 'confidence',
      width: 190,
      render: (confidence: DynamicRow['confidence'], { reason, rule }: DynamicRow) => (
        <>
          {confidenceTexts[confidence][language]}
          <div className="cd-help">
            {rule === undefined ? reasonTexts[reason][language] : t('component.rules.by', { name: rule })}
          </div>
        </>
      ),
    },
  ]
}
