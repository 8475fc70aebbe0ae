/** The fields of a project in groups, for administrators, project creation and project management. */
import { projectTypes } from '@pone/contract/states.ts'
import { Input, InputNumber, Select, Switch } from 'antd'
import type { ReactNode } from 'react'
import { useT } from '../../../lib/i18n.ts'
import { Field } from '../../../ui/form/field.tsx'
import { InstantPicker } from '../../../ui/form/instant-picker.tsx'
import { PropertiesEditor } from './properties-editor.tsx'

const openStatuses = ['notImplemented', 'inProgress'] as const

export interface ProjectFieldsProps {
  /** The manager field, for administrators. */
  readonly managerField?: ReactNode
  readonly templateFields?: ReactNode
  readonly isDisabled?: boolean
  /** Begins with the name. */
  readonly isNew?: boolean
}

export function ProjectFields({ managerField, templateFields, isDisabled, isNew }: ProjectFieldsProps) {
  const t = useT()
  return (
    <div className="form-grid project-fields">
      <div className="form-section">{t('project.section.basics')}</div>
      <Field name="name" label={t('project.name')}>
        <Input autoFocus={isNew ?? false} />
      </Field>
      <Field name="code" label={t('project.code')} help={t('project.codeHelp')}>
        <Input />
      </Field>
      <Field name="type" label={t('project.type')}>
        <Select options={projectTypes.map(value => ({ value, label: t(`project.type.${value}`) }))} />
      </Field>
      <Field name="status" label={t('project.status')}>
        <Select options={openStatuses.map(value => ({ value, label: t(`project.status.${value}`) }))} />
      </Field>
      <Field name="system" label={t('project.system')}>
        <Input />
      </Field>
      <Field name="size" label={t('project.size')}>
        <Input />
      </Field>
      <Field name="description" label={t('project.description')} className="form-grid-wide">
        <Input.TextArea autoSize={{ minRows: 2, maxRows: 8 }} />
      </Field>
      <Field
        name="isEnabled"
        label={t('project.isEnabled')}
        help={t('project.isEnabledHelp')}
        valueProp="checked"
      >
        <Switch />
      </Field>
      <div className="form-section">{t('project.section.people')}</div>
      {managerField}
      <Field name="managerPhone" label={t('project.managerPhone')}>
        <Input />
      </Field>
      <Field name="testManager" label={t('project.testManager')}>
        <Input />
      </Field>
      <Field name="testManagerPhone" label={t('project.testManagerPhone')}>
        <Input />
      </Field>
      <Field name="defectHandler" label={t('project.defectHandler')}>
        <Input />
      </Field>
      <Field name="actualTesterCount" label={t('project.actualTesterCount')}>
        <InputNumber min={0} precision={0} style={{ width: '100%' }} />
      </Field>
      <div className="form-section">{t('project.section.schedule')}</div>
      <Field name="plannedStartAt" label={t('project.plannedStartAt')}>
        <InstantPicker />
      </Field>
      <Field name="plannedEndAt" label={t('project.plannedEndAt')}>
        <InstantPicker />
      </Field>
      <Field name="actualStartAt" label={t('project.actualStartAt')}>
        <InstantPicker />
      </Field>
      <Field name="actualEndAt" label={t('project.actualEndAt')}>
        <InstantPicker />
      </Field>
      <Field name="estimatedResources" label={t('project.estimatedResources')}>
        <Input />
      </Field>
      <Field name="requirementCode" label={t('project.requirementCode')}>
        <Input />
      </Field>
      <div className="form-section">{t('project.section.properties')}</div>
      {templateFields}
      <Field name="dynamicProperties" className="form-grid-wide">
        <PropertiesEditor hasValues isDisabled={isDisabled ?? false} />
      </Field>
    </div>
  )
}
