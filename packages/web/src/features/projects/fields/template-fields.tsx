/** Selects properties of a template when a project is created. */
import { useQuery } from '@tanstack/react-query'
import { Checkbox, Form, Select } from 'antd'
import { api } from '../../../lib/api.ts'
import { useT } from '../../../lib/i18n.ts'
import { Field } from '../../../ui/form/field.tsx'

export const templatesQuery = {
  queryKey: ['projectTemplates'],
  queryFn: ({ signal }: { signal: AbortSignal }) => api.projectTemplate.list({}, { signal }),
}

export function TemplateFields() {
  const t = useT()
  const form = Form.useFormInstance()
  const templateId: unknown = Form.useWatch('templateId', form)
  const { data: templates } = useQuery(templatesQuery)
  const template = templates?.find(entry => entry.id === templateId)
  if (!templates || templates.length === 0) return null
  return (
    <>
      <Field name="templateId" label={t('project.template')} help={t('project.templateHelp')}>
        <Select
          options={[
            { value: null, label: t('project.noTemplate') },
            ...templates.map(({ id, name }) => ({ value: id, label: name })),
          ]}
          onChange={(id: string | null) =>
            form.setFieldValue(
              'templateProperties',
              templates.find(entry => entry.id === id)?.properties.map(property => property.name) ?? [],
            )
          }
        />
      </Field>
      {template ? (
        <Field name="templateProperties" label={t('project.templateProperties')}>
          <Checkbox.Group options={template.properties.map(property => property.name)} />
        </Field>
      ) : (
        <span />
      )}
    </>
  )
}
