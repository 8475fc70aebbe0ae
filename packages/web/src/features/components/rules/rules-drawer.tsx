/** The correlation rules of the project: own ones, which are added, changed, switched off, exported and imported, and the names of frameworks. */
import type { CorrelationRule, CorrelationRules } from '@pone/schema/correlation-rules.ts'
import { correlationRulesFile, maxCorrelationRules } from '@pone/schema/correlation-rules.ts'
import { Alert, Button, Upload } from 'antd'
import { useState } from 'react'
import { saveFile } from '../../../lib/api.ts'
import { useT } from '../../../lib/i18n.ts'
import { notify } from '../../../lib/notices.ts'
import { useCan } from '../../../lib/session/session.ts'
import { FormDrawer } from '../../../ui/form/form-layer.tsx'
import { ErrorState, LoadingState } from '../../../ui/page/page-states.tsx'
import { FrameworkTable } from './framework-table.tsx'
import { RuleDialog } from './rule-dialog.tsx'
import { RuleTable } from './rule-table.tsx'
import { readRulesFile, withRulesOf } from './rules-file.ts'
import type { CorrelationRulesState } from './use-correlation-rules.ts'
import './rules.css'

interface RulesDrawerProps {
  readonly state: CorrelationRulesState
  readonly onChanged: () => void
  readonly onClose: () => void
}

export function RulesDrawer({ state: { query, save }, onChanged, onClose }: RulesDrawerProps) {
  const t = useT()
  const canEdit = useCan('component.edit')
  /** A new one has no name yet. */
  const [edited, setEdited] = useState<CorrelationRule | 'new' | null>(null)
  const { data: stored, error, refetch } = query
  const change = async (rules: CorrelationRules) => {
    await save.mutateAsync(rules)
    onChanged()
  }
  return (
    <FormDrawer title={t('component.rules.title')} size={960} onClose={onClose}>
      <p className="cd-help cd-rules-help">{t('component.rules.help')}</p>
      {error !== null && stored === undefined ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : stored === undefined ? (
        <LoadingState rows={4} />
      ) : (
        <>
          <RulesBar stored={stored} canEdit={canEdit} onChange={change} onAdd={() => setEdited('new')} />
          <RuleTable
            stored={stored}
            canEdit={canEdit}
            isBusy={save.isPending}
            onChange={change}
            onEdit={setEdited}
          />
          <FrameworkTable stored={stored} canEdit={canEdit} isBusy={save.isPending} onChange={change} />
        </>
      )}
      {stored !== undefined && edited !== null && (
        <RuleDialog
          stored={stored}
          rule={edited === 'new' ? null : edited}
          onSave={change}
          onClose={() => setEdited(null)}
        />
      )}
    </FormDrawer>
  )
}

interface RulesBarProps {
  readonly stored: CorrelationRules
  readonly canEdit: boolean
  readonly onChange: (rules: CorrelationRules) => Promise<void>
  readonly onAdd: () => void
}

function RulesBar({ stored, canEdit, onChange, onAdd }: RulesBarProps) {
  const t = useT()
  const [fault, setFault] = useState('')
  const { rules, disabledFrameworks } = stored
  const take = async (file: File) => {
    setFault('')
    const read = await readRulesFile(file)
    if ('reason' in read)
      return setFault(t('component.rules.notRules', { name: file.name, reason: read.reason }))
    const joined = withRulesOf(stored, read.rules)
    if (joined === null) return setFault(t('component.rules.tooMany', { limit: maxCorrelationRules }))
    await onChange(joined.rules)
    const counts = { count: read.rules.rules.length, replaced: joined.replaced }
    notify({ kind: 'success', text: t('component.rules.imported', counts) })
  }
  return (
    <>
      <div className="cd-recording-bar">
        {canEdit && (
          <>
            <Button type="primary" disabled={rules.length >= maxCorrelationRules} onClick={onAdd}>
              {t('component.rules.add')}
            </Button>
            <Upload
              accept=".json"
              showUploadList={false}
              beforeUpload={file => {
                // What is refused was shown.
                take(file).catch(() => undefined)
                return false
              }}
            >
              <Button>{t('component.rules.import')}</Button>
            </Upload>
          </>
        )}
        <Button
          disabled={rules.length + disabledFrameworks.length === 0}
          onClick={() =>
            saveFile(
              new Blob([correlationRulesFile({ rules, disabledFrameworks })], { type: 'application/json' }),
              'correlation-rules.json',
            )
          }
        >
          {t('component.rules.export')}
        </Button>
      </div>
      {fault !== '' && <Alert type="error" showIcon title={fault} />}
    </>
  )
}
