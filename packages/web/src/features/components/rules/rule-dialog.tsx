/** Adding or editing one correlation rule of the project. */
import { ruleProblem } from '@pone/recording/correlation/rule-expression.ts'
import {
  type CorrelationRule,
  type CorrelationRules,
  correlationRuleSchema,
  maxRuleExpression,
  ruleSources,
  ruleUses,
} from '@pone/schema/correlation-rules.ts'
import { issueText } from '@pone/schema/issue-text.ts'
import { Button, Input, Segmented, Select } from 'antd'
import { useState } from 'react'
import { z } from 'zod'
import { useT } from '../../../lib/i18n.ts'
import { useSession } from '../../../lib/session/session.ts'
import { ContractForm } from '../../../ui/form/contract-form.tsx'
import { Field, SubmitButton } from '../../../ui/form/field.tsx'
import { FormDialog } from '../../../ui/form/form-layer.tsx'

/** Fields that are not shown have no value. */
const formSchema = z.object({
  ...correlationRuleSchema.shape,
  enabled: z.boolean().default(true),
  rightBoundary: correlationRuleSchema.shape.rightBoundary.default(''),
  field: correlationRuleSchema.shape.field.default(''),
})
type RuleForm = z.output<typeof formSchema>

const firstValues = {
  name: '',
  variable: '',
  source: 'jsonPath',
  expression: '',
  use: 'anywhere',
} as const

interface RuleDialogProps {
  readonly stored: CorrelationRules
  /** null: a new one. */
  readonly rule: CorrelationRule | null
  readonly onSave: (rules: CorrelationRules) => Promise<void>
  readonly onClose: () => void
}

export function RuleDialog({ stored, rule, onSave, onClose }: RuleDialogProps) {
  const t = useT()
  const check = useCheck(stored, rule)
  const initial: Partial<z.input<typeof formSchema>> = rule ?? firstValues
  const [{ source = 'jsonPath', use = 'anywhere' }, setValues] = useState(initial)
  const save = async (values: RuleForm) => {
    const made = { ...values, enabled: rule?.enabled ?? true }
    const isOld = (each: CorrelationRule) => each.name === rule?.name
    const rules =
      rule === null ? [...stored.rules, made] : stored.rules.map(each => (isOld(each) ? made : each))
    await onSave({ ...stored, rules })
    onClose()
  }
  return (
    <FormDialog
      title={rule === null ? t('component.rules.addTitle') : t('component.rules.editTitle')}
      footer={null}
      onClose={onClose}
    >
      <ContractForm
        schema={formSchema}
        initialValues={initial}
        check={check}
        onValuesChange={setValues}
        onSubmit={save}
      >
        <Field name="name" label={t('component.rules.name')}>
          <Input autoFocus autoComplete="off" maxLength={64} />
        </Field>
        <Field name="variable" label={t('component.rules.variable')} help={t('component.rules.variableHelp')}>
          <Input autoComplete="off" maxLength={64} />
        </Field>
        <Field name="source" label={t('component.rules.source')} help={t('component.rules.sourceHelp')}>
          <Select
            options={ruleSources.map(value => ({ value, label: t(`component.rules.source.${value}`) }))}
          />
        </Field>
        <Field
          name="expression"
          // A boundary alone may be on the other side.
          isRequired={source !== 'boundary'}
          label={t(`component.rules.expression.${source}`)}
          help={t('component.rules.expressionHelp')}
        >
          <Input className="cd-mono" autoComplete="off" maxLength={maxRuleExpression} />
        </Field>
        {source === 'boundary' && (
          <Field
            name="rightBoundary"
            label={t('component.rules.rightBoundary')}
            help={t('component.rules.rightBoundaryHelp')}
          >
            <Input className="cd-mono" autoComplete="off" maxLength={maxRuleExpression} />
          </Field>
        )}
        <Field name="use" label={t('component.rules.use')} help={t('component.rules.useHelp')}>
          <Segmented options={ruleUses.map(value => ({ value, label: t(`component.rules.use.${value}`) }))} />
        </Field>
        {use === 'field' && (
          <Field
            name="field"
            isRequired
            label={t('component.rules.field')}
            help={t('component.rules.fieldHelp')}
          >
            <Input autoComplete="off" maxLength={200} />
          </Field>
        )}
        <div className="form-actions">
          <Button onClick={onClose}>{t('action.cancel')}</Button>
          <SubmitButton />
        </div>
      </ContractForm>
    </FormDialog>
  )
}

/** What is wrong with a rule beyond its single fields, by field. */
function useCheck(stored: CorrelationRules, rule: CorrelationRule | null) {
  const t = useT()
  const language = useSession('language')
  return (values: RuleForm): Readonly<Record<string, string>> => {
    if (values.name !== rule?.name && stored.rules.some(({ name }) => name === values.name))
      return { name: t('component.rules.nameTaken') }
    const issue = correlationRuleSchema.safeParse(values, { reportInput: true }).error?.issues[0]
    if (issue !== undefined && values.source === 'boundary' && issue.path[0] === 'expression')
      return { expression: t('component.rules.boundaryNeeded') }
    if (issue !== undefined) return { [String(issue.path[0])]: issueText(issue, language) }
    const problem = ruleProblem(values)
    return problem === null ? {} : { expression: problem[language] }
  }
}
