/** Creating or editing a project: the administrator's form, with a manager field, and the form of a user who creates one. */
import { adminProjectCalls, projectCalls } from '@pone/contract/calls/project.ts'
import type { Project, ProjectChoice } from '@pone/contract/entities/project.ts'
import { useQueryClient } from '@tanstack/react-query'
import { Button } from 'antd'
import { api } from '../../../lib/api.ts'
import { useT } from '../../../lib/i18n.ts'
import { notify } from '../../../lib/notices.ts'
import { ContractForm } from '../../../ui/form/contract-form.tsx'
import { SubmitButton } from '../../../ui/form/field.tsx'
import { FormDrawer } from '../../../ui/form/form-layer.tsx'
import { ManagerField } from './manager-field.tsx'
import { useProjectCheck } from './project-check.ts'
import { ProjectFields } from './project-fields.tsx'
import { TemplateFields } from './template-fields.tsx'

const drawerWidth = 760
const codeOfError = (error: { readonly code: string }) => (error.code === 'ProjectCodeExists' ? 'code' : null)

function useFinish(onClose: () => void) {
  const client = useQueryClient()
  return async (text: string) => {
    notify({ kind: 'success', text })
    onClose()
    await client.invalidateQueries({ queryKey: ['projects'] })
  }
}

function Buttons({ onClose }: { readonly onClose: () => void }) {
  const t = useT()
  return (
    <div className="form-actions">
      <Button onClick={onClose}>{t('action.cancel')}</Button>
      <SubmitButton />
    </div>
  )
}

export interface AdminProjectDialogProps {
  /** null: create a new one. */
  readonly project: Project | null
  readonly onClose: () => void
}

const adminEditSchema = adminProjectCalls.edit.input.omit({ id: true })

export function AdminProjectDialog({ project, onClose }: AdminProjectDialogProps) {
  const t = useT()
  const check = useProjectCheck()
  const finish = useFinish(onClose)
  return (
    <FormDrawer
      size={drawerWidth}
      title={t(project ? 'project.edit' : 'project.new')}
      mask={{ closable: false }}
      onClose={onClose}
    >
      {project ? (
        <ContractForm
          schema={adminEditSchema}
          initialValues={{
            ...project,
            status: project.status === 'archived' ? 'inProgress' : project.status,
            managerId: project.manager.id,
          }}
          check={check}
          fieldOfError={codeOfError}
          onSubmit={async value => {
            await api.adminProject.edit({ ...value, id: project.id })
            await finish(t('notice.saved'))
          }}
        >
          <ProjectFields managerField={<ManagerField known={project.manager} />} />
          <Buttons onClose={onClose} />
        </ContractForm>
      ) : (
        <ContractForm
          schema={adminProjectCalls.create.input}
          check={check}
          fieldOfError={codeOfError}
          onSubmit={async value => {
            await api.adminProject.create(value)
            await finish(t('notice.created'))
          }}
        >
          <ProjectFields isNew managerField={<ManagerField />} templateFields={<TemplateFields />} />
          <Buttons onClose={onClose} />
        </ContractForm>
      )}
    </FormDrawer>
  )
}

export interface OwnProjectDialogProps {
  readonly onCreated: (project: ProjectChoice) => void
  readonly onClose: () => void
}

/** The form with which a user creates a project and becomes its manager. */
export function OwnProjectDialog({ onCreated, onClose }: OwnProjectDialogProps) {
  const t = useT()
  const check = useProjectCheck()
  const finish = useFinish(onClose)
  return (
    <FormDrawer size={drawerWidth} title={t('project.new')} mask={{ closable: false }} onClose={onClose}>
      <ContractForm
        schema={projectCalls.create.input}
        check={check}
        fieldOfError={codeOfError}
        onSubmit={async value => {
          const project = await api.project.create(value)
          await finish(t('notice.created'))
          onCreated(project)
        }}
      >
        <ProjectFields isNew templateFields={<TemplateFields />} />
        <Buttons onClose={onClose} />
      </ContractForm>
    </FormDrawer>
  )
}
