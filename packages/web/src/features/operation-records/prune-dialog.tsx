/** Deleting operation records that are older than a number of days. */
import { operationRecordCalls } from '@pone/contract/calls/operation-record.ts'
import { useQueryClient } from '@tanstack/react-query'
import { Button, InputNumber } from 'antd'
import { api } from '../../lib/api.ts'
import { useT } from '../../lib/i18n.ts'
import { notify } from '../../lib/notices.ts'
import { ContractForm } from '../../ui/form/contract-form.tsx'
import { Field, SubmitButton } from '../../ui/form/field.tsx'
import { FormDialog } from '../../ui/form/form-layer.tsx'

const suggestedDays = 90

export function PruneDialog({ onClose }: { readonly onClose: () => void }) {
  const t = useT()
  const client = useQueryClient()
  return (
    <FormDialog title={t('record.pruneTitle')} footer={null} width={420} isAction onClose={onClose}>
      <ContractForm
        schema={operationRecordCalls.prune.input}
        initialValues={{ keepDays: suggestedDays }}
        onSubmit={async value => {
          const { deleted } = await api.operationRecord.prune(value)
          notify({ kind: 'success', text: t('record.pruned', { count: deleted }) })
          onClose()
          await client.invalidateQueries({ queryKey: ['operationRecords'] })
        }}
      >
        <Field name="keepDays" label={t('record.keepDays')} help={t('record.pruneHelp')}>
          <InputNumber min={1} max={3_650} precision={0} style={{ width: '100%' }} />
        </Field>
        <div className="form-actions">
          <Button onClick={onClose}>{t('action.cancel')}</Button>
          <SubmitButton danger>{t('record.prune')}</SubmitButton>
        </div>
      </ContractForm>
    </FormDialog>
  )
}
