/** What the user typed while recording: which of it parameters give. */
import type { CorrelatedRecording } from '@pone/recording/model/recording.ts'
import { typedKindTexts } from '@pone/recording/model/typed-value.ts'
import { useMemo } from 'react'
import { useT } from '../../../lib/i18n.ts'
import { useSession } from '../../../lib/session/session.ts'
import { ChosenValues, useUsesColumn } from './chosen-values.tsx'
import { type TypedRow, typedRows } from './recording-model.ts'
import type { Choice } from './use-choice.ts'

interface TypedValuesProps {
  readonly recording: CorrelatedRecording
  readonly choice: Choice
}

export function TypedValues({ recording, choice: { options, change } }: TypedValuesProps) {
  const t = useT()
  const rows = useMemo(() => typedRows(recording.typedValues, recording.exchanges), [recording])
  const columns = useTypedColumns()
  return (
    <ChosenValues
      help={t('component.recording.typedHelp')}
      rows={rows}
      columns={columns}
      chosen={options.typed}
      onChange={typed => change({ typed })}
    />
  )
}

function useTypedColumns() {
  const t = useT()
  const uses = useUsesColumn()
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
    uses,
  ]
}
