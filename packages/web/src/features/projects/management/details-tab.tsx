/** The project's own fields, editable with the permission. */
import { type ProjectChoice, projectFieldsSchema } from '@pone/contract/entities/project.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Alert, Descriptions } from 'antd'
import { api } from '../../../lib/api.ts'
import { useT } from '../../../lib/i18n.ts'
import { notify } from '../../../lib/notices.ts'
import { projectQuery, useProjectId } from '../../../lib/project.ts'
import { ContractForm } from '../../../ui/form/contract-form.tsx'
import { SubmitButton } from '../../../ui/form/field.tsx'
import { ErrorState, LoadingState } from '../../../ui/page/page-states.tsx'
import { TimeText } from '../../../ui/time-text.tsx'
import { useProjectCheck } from '../fields/project-check.ts'
import { ProjectFields } from '../fields/project-fields.tsx'
import { ProjectStatus } from '../fields/project-status.tsx'

export function DetailsTab() {
  const projectId = useProjectId()
  const { data, error, refetch } = useQuery(projectQuery(projectId))
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />
  if (!data) return <LoadingState rows={10} />
  return <Details key={data.id} project={data} />
}

function Details({ project }: { readonly project: ProjectChoice }) {
  const t = useT()
  const client = useQueryClient()
  const check = useProjectCheck()
  const isArchived = project.status === 'archived'
  const canEdit = project.functions.includes('project.edit') && !isArchived
  return (
    <div style={{ maxWidth: 880 }}>
      {!canEdit && (
        <Alert
          type="info"
          showIcon
          title={t(isArchived ? 'management.archived' : 'management.readOnly')}
          style={{ marginBottom: 16 }}
        />
      )}
      {!project.isEnabled && !isArchived && (
        <Alert type="warning" showIcon title={t('management.disabled')} style={{ marginBottom: 16 }} />
      )}
      <Descriptions
        size="small"
        column={3}
        style={{ marginBottom: 8 }}
        items={[
          {
            key: 'manager',
            label: t('project.manager'),
            children: `${project.manager.realName} · ${project.manager.account}`,
          },
          { key: 'status', label: t('project.status'), children: <ProjectStatus project={project} /> },
          { key: 'createdAt', label: t('project.createdAt'), children: <TimeText at={project.createdAt} /> },
        ]}
      />
      <ContractForm
        schema={projectFieldsSchema}
        isDisabled={!canEdit}
        initialValues={{ ...project, status: project.status === 'archived' ? 'inProgress' : project.status }}
        check={check}
        fieldOfError={error => (error.code === 'ProjectCodeExists' ? 'code' : null)}
        onSubmit={async value => {
          const saved = await api.project.edit({ ...value, projectId: project.id })
          client.setQueryData(projectQuery(project.id).queryKey, saved)
          notify({ kind: 'success', text: t('notice.saved') })
          await client.invalidateQueries({ queryKey: ['projects'] })
          // While the project was disabled, its data could not be read, so it is read again.
          if (saved.isEnabled !== project.isEnabled)
            await client.invalidateQueries({ queryKey: ['project', project.id] })
        }}
      >
        <ProjectFields isDisabled={!canEdit} />
        {canEdit && (
          <div className="form-actions">
            <SubmitButton />
          </div>
        )}
      </ContractForm>
    </div>
  )
}
