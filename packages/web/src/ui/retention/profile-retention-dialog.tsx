/** For how many days a project keeps flame diagrams and thread dumps, with what the chosen days delete. */
import { profileCalls } from '@pone/contract/calls/profile.ts'
import {
  defaultProfileRetentionDays,
  maxProfileRetentionDays,
  type ProfileRetention,
  profileRetentionDaysSchema,
} from '@pone/contract/entities/profile-retention.ts'
import { formatNumber } from '@pone/metrics/figures.ts'
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { Alert, Button, InputNumber } from 'antd'
import { useDeferredValue, useState } from 'react'
import { api } from '../../lib/api.ts'
import { useT } from '../../lib/i18n.ts'
import { notify } from '../../lib/notices.ts'
import { useProjectId } from '../../lib/project.ts'
import { useCan } from '../../lib/session/session.ts'
import { ContractForm } from '../form/contract-form.tsx'
import { Field, SubmitButton } from '../form/field.tsx'
import { FormDialog } from '../form/form-layer.tsx'
import { ErrorState, LoadingState } from '../page/page-states.tsx'

const schema = profileCalls.saveRetention.input.omit({ projectId: true })

/** `days` null: those of the project. */
const retentionQuery = (projectId: string, days: number | null) =>
  queryOptions<ProfileRetention>({
    queryKey: ['profileRetention', projectId, days],
    queryFn: ({ signal }) => api.profile.retention({ projectId, days }, { signal }),
  })

export function ProfileRetentionDialog({ onClose }: { readonly onClose: () => void }) {
  const t = useT()
  const { data, error, refetch } = useQuery(retentionQuery(useProjectId(), null))
  return (
    <FormDialog title={t('profileRetention.title')} footer={null} width={560} onClose={onClose}>
      <p className="secondary">{t('profileRetention.text')}</p>
      {data ? (
        <RetentionForm days={data.days} onClose={onClose} />
      ) : error ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : (
        <LoadingState rows={3} />
      )}
    </FormDialog>
  )
}

function RetentionForm({ days, onClose }: { readonly days: number; readonly onClose: () => void }) {
  const t = useT()
  const projectId = useProjectId()
  const cache = useQueryClient()
  const canEdit = useCan('project.edit')
  const [typed, setTyped] = useState<number | null>(days)
  return (
    <>
      {!canEdit && <Alert type="info" showIcon title={t('retention.readOnly')} />}
      <ContractForm
        schema={schema}
        initialValues={{ days }}
        isDisabled={!canEdit}
        onValuesChange={values => setTyped(profileRetentionDaysSchema.safeParse(values.days).data ?? null)}
        onSubmit={async value => {
          await api.profile.saveRetention({ ...value, projectId })
          notify({ kind: 'success', text: t('notice.saved') })
          onClose()
          await Promise.all(
            ['profileRetention', 'profiles', 'threadDumps'].map(key =>
              cache.invalidateQueries({ queryKey: [key, projectId] }),
            ),
          )
        }}
      >
        <Field
          name="days"
          label={t('profileRetention.days')}
          help={t('profileRetention.daysHelp', { days: defaultProfileRetentionDays })}
        >
          <InputNumber min={0} max={maxProfileRetentionDays} precision={0} style={{ width: 160 }} />
        </Field>
        {typed !== null && <Expired days={typed} />}
        {canEdit && (
          <div className="form-actions">
            <Button onClick={onClose}>{t('action.cancel')}</Button>
            <SubmitButton />
          </div>
        )}
      </ContractForm>
    </>
  )
}

/** What these days delete. */
function Expired({ days }: { readonly days: number }) {
  const t = useT()
  const asked = useDeferredValue(days)
  const { data, error } = useQuery(retentionQuery(useProjectId(), asked))
  if (error) return <ErrorState error={error} />
  if (data === undefined) return <LoadingState rows={1} />
  const { profiles, threadDumps } = data.expired
  const isNone = profiles + threadDumps === 0
  return (
    <Alert
      type={isNone ? 'info' : 'warning'}
      showIcon
      title={
        isNone
          ? t(asked === 0 ? 'profileRetention.off' : 'profileRetention.none')
          : t('profileRetention.expired', {
              profiles: formatNumber(profiles),
              threadDumps: formatNumber(threadDumps),
            })
      }
    />
  )
}
