/** Templates of project properties: list, create, edit, delete. */
import { PlusOutlined } from '@ant-design/icons'
import { projectTemplateCalls } from '@pone/contract/calls/project.ts'
import type { ProjectTemplate } from '@pone/contract/entities/project.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Button, Input, Table } from 'antd'
import { useState } from 'react'
import { api } from '../../../lib/api.ts'
import { useT } from '../../../lib/i18n.ts'
import { notify } from '../../../lib/notices.ts'
import { RowActions } from '../../../ui/data-table/row-actions.tsx'
import { ContractForm } from '../../../ui/form/contract-form.tsx'
import { Field, SubmitButton } from '../../../ui/form/field.tsx'
import { FormDrawer } from '../../../ui/form/form-layer.tsx'
import { useConfirm } from '../../../ui/page/confirm.tsx'
import { EmptyState, ErrorState, LoadingState } from '../../../ui/page/page-states.tsx'
import { TimeText } from '../../../ui/time-text.tsx'
import { templateFault } from '../fields/project-rules.ts'
import { PropertiesEditor } from '../fields/properties-editor.tsx'
import { templatesQuery } from '../fields/template-fields.tsx'

export function TemplatesDialog({ onClose }: { readonly onClose: () => void }) {
  const t = useT()
  const confirm = useConfirm()
  const client = useQueryClient()
  const { data, error, refetch } = useQuery(templatesQuery)
  const [editing, setEditing] = useState<ProjectTemplate | 'new' | null>(null)
  const newButton = (
    <Button type="primary" icon={<PlusOutlined />} onClick={() => setEditing('new')}>
      {t('template.new')}
    </Button>
  )
  const remove = ({ id, name }: ProjectTemplate) =>
    confirm({
      title: t('template.deleteTitle', { name }),
      text: t('template.deleteText'),
      verb: t('action.delete'),
      onConfirm: () =>
        api.projectTemplate
          .delete({ id })
          .then(() => client.invalidateQueries({ queryKey: templatesQuery.queryKey })),
    })
  return (
    <FormDrawer
      size={680}
      title={t('project.templates')}
      extra={!editing && data && data.length > 0 && newButton}
      onClose={onClose}
    >
      {editing ? (
        <TemplateForm template={editing === 'new' ? null : editing} onEnd={() => setEditing(null)} />
      ) : error && !data ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : !data ? (
        <LoadingState />
      ) : data.length === 0 ? (
        <EmptyState title={t('template.empty')} text={t('template.emptyText')} action={newButton} />
      ) : (
        <Table
          size="small"
          rowKey="id"
          dataSource={data}
          pagination={false}
          columns={[
            { key: 'name', title: t('template.name'), dataIndex: 'name' },
            {
              key: 'properties',
              title: t('template.properties'),
              render: (_, template) => template.properties.map(property => property.name).join('、'),
            },
            {
              key: 'updatedAt',
              title: t('template.updatedAt'),
              render: (_, template) => <TimeText at={template.updatedAt} />,
            },
            {
              key: 'actions',
              width: 100,
              align: 'right',
              render: (_, template) => (
                <RowActions
                  of={template.name}
                  actions={[
                    { key: 'edit', label: t('action.edit'), onClick: () => setEditing(template) },
                    {
                      key: 'delete',
                      label: t('action.delete'),
                      isDangerous: true,
                      onClick: () => remove(template),
                    },
                  ]}
                />
              ),
            },
          ]}
        />
      )}
    </FormDrawer>
  )
}

const schema = projectTemplateCalls.save.input.omit({ id: true })

function TemplateForm({
  template,
  onEnd,
}: {
  readonly template: ProjectTemplate | null
  readonly onEnd: () => void
}) {
  const t = useT()
  const client = useQueryClient()
  return (
    <ContractForm
      schema={schema}
      className="template-editor"
      initialValues={template ?? { name: '', properties: [] }}
      check={value => {
        const fault = templateFault(value.properties)
        return fault ? { properties: t(fault) } : {}
      }}
      fieldOfError={error =>
        error.code === 'NameExists' ? 'name' : error.code === 'DatePropertyDefault' ? 'properties' : null
      }
      onSubmit={async value => {
        await api.projectTemplate.save({ ...value, id: template?.id ?? null })
        notify({ kind: 'success', text: t('notice.saved') })
        await client.invalidateQueries({ queryKey: templatesQuery.queryKey })
        onEnd()
      }}
    >
      <Field name="name" label={t('template.name')}>
        <Input autoFocus />
      </Field>
      <Field name="properties" label={t('template.properties')} help={t('template.propertiesHelp')}>
        <PropertiesEditor hasValues={false} />
      </Field>
      <div className="form-actions">
        <Button onClick={onEnd}>{t('action.cancel')}</Button>
        <SubmitButton />
      </div>
    </ContractForm>
  )
}
