/** Name, run and served requests of a flame diagram. */
import { profileCalls } from '@pone/contract/calls/profile.ts'
import type { ProfileRecord } from '@pone/contract/entities/profile.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Button, Input, InputNumber, Select, Switch } from 'antd'
import { api } from '../../../lib/api.ts'
import { useT } from '../../../lib/i18n.ts'
import { notify } from '../../../lib/notices.ts'
import { useProjectId } from '../../../lib/project.ts'
import { useCan } from '../../../lib/session/session.ts'
import { profilesKey } from '../../../ui/flame/data/profile-queries.ts'
import { ContractForm } from '../../../ui/form/contract-form.tsx'
import { Field, SubmitButton } from '../../../ui/form/field.tsx'
import { FormDialog } from '../../../ui/form/form-layer.tsx'
import { formatInstant } from '../../../ui/format.ts'

const schema = profileCalls.edit.input.omit({ projectId: true, id: true })
/** Runs are offered this long around the upload when the file does not say when it was taken, ms. */
const aroundMs = 7 * 24 * 3_600_000

export function EditDialog({
  record,
  onClose,
}: {
  readonly record: ProfileRecord
  readonly onClose: () => void
}) {
  const t = useT()
  const projectId = useProjectId()
  const cache = useQueryClient()
  const seesRuns = useCan('run.view')
  const runs = useRuns(record, seesRuns)
  return (
    <FormDialog title={t('flame.edit')} footer={null} width={520} onClose={onClose}>
      <ContractForm
        schema={schema}
        initialValues={{
          name: record.name,
          requests: record.requests,
          runId: record.run?.id ?? null,
          isKept: record.isKept,
        }}
        onSubmit={async value => {
          await api.profile.edit({ ...value, projectId, id: record.id })
          notify({ kind: 'success', text: t('notice.saved') })
          onClose()
          await cache.invalidateQueries({ queryKey: [...profilesKey, projectId, 'get', record.id] })
          await cache.invalidateQueries({ queryKey: [...profilesKey, projectId, 'list'] })
        }}
      >
        <Field name="name" label={t('flame.name')} help={t('flame.renameHelp')}>
          <Input autoComplete="off" />
        </Field>
        {seesRuns && (
          <Field name="runId" label={t('flame.run')} help={t('flame.runHelp')} isRequired={false}>
            <Select allowClear placeholder={t('flame.noRun')} options={runs} />
          </Field>
        )}
        <Field name="requests" label={t('flame.requests')} help={t('flame.requestsHelp')} isRequired={false}>
          <InputNumber min={1} precision={0} style={{ width: '100%' }} />
        </Field>
        <Field
          name="isKept"
          label={t('profileRetention.keep')}
          help={t('profileRetention.keepHelp')}
          valueProp="checked"
        >
          <Switch />
        </Field>
        <div className="form-actions">
          <Button onClick={onClose}>{t('action.cancel')}</Button>
          <SubmitButton>{t('action.save')}</SubmitButton>
        </div>
      </ContractForm>
    </FormDialog>
  )
}

/** The runs during which it was taken, and the one that is chosen. */
function useRuns(record: ProfileRecord, isEnabled: boolean) {
  const projectId = useProjectId()
  const { startedAt, durationMs, createdAt, run } = record
  const from = startedAt ?? createdAt - aroundMs
  const to = startedAt === null ? createdAt : startedAt + Math.max(1_000, durationMs ?? 0)
  const { data = [] } = useQuery({
    queryKey: [...profilesKey, projectId, 'runs', from, to],
    queryFn: ({ signal }) => api.chartGroup.runs({ projectId, from, to }, { signal }),
    enabled: isEnabled,
  })
  const offered = data.map(({ id, name, number, startedAt: at }) => ({
    value: id,
    label: `${name} #${number} · ${formatInstant(at)}`,
  }))
  if (run === null || offered.some(({ value }) => value === run.id)) return offered
  return [{ value: run.id, label: `${run.name} #${run.number}` }, ...offered]
}
