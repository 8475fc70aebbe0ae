/** The tracing system of the project: what is set, whether it answers, and its form. */
import { tracingSystemNames } from '@pone/contract/entities/tracing-system.ts'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Alert, Button } from 'antd'
import { useState } from 'react'
import { api } from '../../../lib/api.ts'
import { showError } from '../../../lib/api-error.ts'
import { useT } from '../../../lib/i18n.ts'
import { useProjectId } from '../../../lib/project.ts'
import { useCan } from '../../../lib/session/session.ts'
import { FactList } from '../../../ui/fact-list.tsx'
import { useConfirm } from '../../../ui/page/confirm.tsx'
import { ErrorState, LoadingState } from '../../../ui/page/page-states.tsx'
import { tracingSystemQuery } from '../../../ui/run/tracing-console-query.ts'
import { TimeText } from '../../../ui/time-text.tsx'
import { ToldCause } from '../../../ui/told-cause.tsx'
import { SystemDialog } from './system-dialog.tsx'

export function SystemSection() {
  const t = useT()
  const canEdit = useCan('project.edit')
  const [isEditing, setEditing] = useState(false)
  const { data, error, refetch } = useQuery(tracingSystemQuery(useProjectId()))
  return (
    <section className="tracing-section" aria-labelledby="tracing-system">
      <h2 id="tracing-system">{t('tracing.system')}</h2>
      <p className="secondary">{t('tracing.systemText')}</p>
      {error ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : data === undefined ? (
        <LoadingState rows={3} />
      ) : (
        <>
          {data === null ? (
            <p>
              {t('tracing.noSystem')} {!canEdit && t('tracing.askManager')}
            </p>
          ) : (
            <FactList
              facts={[
                [t('tracing.kind'), tracingSystemNames[data.kind]],
                [t('tracing.systemAddress'), data.address],
                [
                  t('tracing.signIn'),
                  [t(`tracing.signIn.${data.signIn}`), data.signIn === 'basic' && data.user]
                    .filter(text => text !== false)
                    .join(' · '),
                ],
                [t('tracing.updated', { who: data.updatedBy }), <TimeText key="at" at={data.updatedAt} />],
              ]}
            />
          )}
          {canEdit && <Actions isSet={data !== null} onEdit={() => setEditing(true)} />}
        </>
      )}
      {isEditing && <SystemDialog system={data ?? null} onClose={() => setEditing(false)} />}
    </section>
  )
}

function Actions({ isSet, onEdit }: { readonly isSet: boolean; readonly onEdit: () => void }) {
  const t = useT()
  const projectId = useProjectId()
  const cache = useQueryClient()
  const confirm = useConfirm()
  const test = useMutation({
    mutationFn: () => api.trace.testSystem({ projectId }),
    onError: showError,
  })
  const remove = () =>
    confirm({
      title: t('tracing.removeTitle'),
      text: t('tracing.removeText'),
      verb: t('tracing.remove'),
      onConfirm: async () => {
        await api.trace.removeSystem({ projectId })
        cache.setQueryData(tracingSystemQuery(projectId).queryKey, null)
        test.reset()
      },
    })
  const edit = () => {
    test.reset()
    onEdit()
  }
  return (
    <>
      <div className="tracing-actions">
        <Button onClick={edit}>{t('tracing.setSystem')}</Button>
        {isSet && (
          <>
            <Button loading={test.isPending} onClick={() => test.mutate()}>
              {t('tracing.test')}
            </Button>
            <Button danger onClick={remove}>
              {t('tracing.remove')}
            </Button>
          </>
        )}
      </div>
      {test.data !== undefined &&
        (test.data.cause === '' ? (
          <Alert type="success" showIcon title={t('tracing.testPassed')} />
        ) : (
          <Alert type="error" showIcon title={<ToldCause detail={test.data.cause} />} />
        ))}
    </>
  )
}
