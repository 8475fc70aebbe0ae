/** A labelled field of a ContractForm: its rule and required mark come from the schema by its name. */
import { Button, type ButtonProps, Form, type FormItemProps, Radio, Segmented } from 'antd'
import { cloneElement, isValidElement, type ReactElement, type ReactNode } from 'react'
import type { z } from 'zod'
import { useT } from '../../lib/i18n.ts'
import { fieldRule, useFormContext } from './contract-form.tsx'
import './form.css'

export interface FieldProps {
  readonly name: string
  readonly label?: ReactNode
  /** A sentence under the field. */
  readonly help?: ReactNode
  /** The control: receives value and onChange (or the prop named by `valueProp`). */
  readonly children: ReactNode
  readonly valueProp?: string
  /** Further rules, e.g. of antd. */
  readonly rules?: NonNullable<FormItemProps['rules']>
  readonly isRequired?: boolean
  readonly className?: string
}

export function Field({ name, label, help, children, valueProp, rules, isRequired, className }: FieldProps) {
  const { schema } = useFormContext()
  const part: z.core.$ZodType | undefined = schema.shape[name]
  return (
    <Form.Item
      name={name}
      label={label}
      extra={help}
      {...(className ? { className } : {})}
      valuePropName={valueProp ?? 'value'}
      required={isRequired ?? (part !== undefined && isNeeded(part))}
      validateTrigger="onBlur"
      rules={[...(part ? [fieldRule(part)] : []), ...(rules ?? [])]}
    >
      {isGroup(children) ? cloneElement(children, { 'aria-label': label }) : children}
    </Form.Item>
  )
}

/** Whether the control is a group of choices: the label of a field cannot refer to a group, so that the group needs the name itself. */
const isGroup = (control: ReactNode): control is ReactElement<{ 'aria-label'?: ReactNode }> =>
  isValidElement(control) && (control.type === Segmented || control.type === Radio.Group)

/** Required = no empty value is valid; a switch that is off has one. */
function isNeeded(part: z.core.$ZodType): boolean {
  const schema = part as z.ZodType
  return [undefined, '', false].every(empty => !schema.safeParse(empty).success)
}

/** The form's button; disabled only while the form is being submitted. */
export function SubmitButton({ children, ...rest }: ButtonProps) {
  const { isBusy } = useFormContext()
  const t = useT()
  return (
    <Button type="primary" htmlType="submit" loading={isBusy} {...rest}>
      {children ?? t('action.save')}
    </Button>
  )
}
