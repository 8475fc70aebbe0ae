/** Creating or editing an alert rule: what it watches, when it triggers, who is told, and its rehearsal. */
import type { StoredAlertRule } from '@pone/contract/entities/alert.ts'
import { Button, Form, Input, Radio, Switch } from 'antd'
import { useMemo, useState } from 'react'
import type { ApiError } from '../../../../lib/api-error.ts'
import { useT } from '../../../../lib/i18n.ts'
import { useCan } from '../../../../lib/session/session.ts'
import { ContractForm } from '../../../../ui/form/contract-form.tsx'
import { Field, SubmitButton } from '../../../../ui/form/field.tsx'
import { FormDrawer } from '../../../../ui/form/form-layer.tsx'
import { Rehearsal } from '../rehearsal/rehearsal.tsx'
import { IndicatorFields } from './indicator-fields.tsx'
import { NoticeFields } from './notice-fields.tsx'
import { RuleConflict } from './rule-conflict.tsx'
import {
  contentOf,
  faultsOf,
  formOf,
  newRule,
  type RuleForm,
  type RuleStart,
  ruleFormSchema,
} from './rule-form-model.ts'
import { ScopeFields } from './scope-fields.tsx'
import { ThresholdFields } from './threshold-fields.tsx'
import { useRuleSave } from './use-rule-save.ts'
import { useScope } from './use-scope.ts'
import '../alerts.css'

const errorFields: Readonly<Record<string, string>> = { NameExists: 'name', AlertNeverTriggers: 'times' }
const fieldOfError = ({ code }: ApiError) => errorFields[code] ?? null

interface RuleDrawerProps {
  /** The stored rule; null for a new one. */
  readonly rule: StoredAlertRule | null
  /** What a new one begins with. */
  readonly start?: RuleStart
  readonly onClose: () => void
}

/** Drawn anew when the version of another person is loaded. */
export function RuleDrawer({ rule: opened, start, onClose }: RuleDrawerProps) {
  const t = useT()
  const canEdit = useCan('monitor.edit')
  const [rule, setRule] = useState(opened)
  return (
    <FormDrawer
      title={rule ? t(canEdit ? 'alert.editTitle' : 'alert.rule') : t('alert.new')}
      size={860}
      mask={{ closable: false }}
      onClose={onClose}
    >
      <RuleFormBody
        key={rule?.revision ?? 0}
        rule={rule}
        {...(start && { start })}
        onLoad={setRule}
        onClose={onClose}
      />
    </FormDrawer>
  )
}

function RuleFormBody(props: RuleDrawerProps & { readonly onLoad: (rule: StoredAlertRule) => void }) {
  const { rule, start, onLoad, onClose } = props
  const t = useT()
  const canEdit = useCan('monitor.edit')
  const [form] = Form.useForm<Record<string, unknown>>()
  const [initial] = useState(() => (rule ? formOf(rule) : newRule(start)))
  const [values, setValues] = useState<RuleForm>(initial)
  const scope = useScope(values)
  const { save, conflict, overwrite, closeConflict } = useRuleSave(rule, onClose)
  const content = useMemo(() => {
    const parsed = ruleFormSchema.safeParse({ ...values, name: values.name.trim() || '-' })
    if (!parsed.success || Object.keys(faultsOf(parsed.data, null)).length > 0) return null
    return contentOf(parsed.data)
  }, [values])
  return (
    <>
      <ContractForm
        schema={ruleFormSchema}
        form={form}
        initialValues={initial}
        isDisabled={!canEdit}
        check={value =>
          Object.fromEntries(
            Object.entries(faultsOf(value, scope.intervalMs)).map(([field, { text, most = 0 }]) => [
              field,
              t(text, { most, times: value.times }),
            ]),
          )
        }
        fieldOfError={fieldOfError}
        onValuesChange={all => setValues(old => ({ ...old, ...(all as Partial<RuleForm>) }))}
        onSubmit={save}
      >
        {!canEdit && <p className="secondary">{t('alert.readOnly')}</p>}
        <IdentityFields />
        <h2 className="form-section">{t('alert.what')}</h2>
        <ScopeFields form={values} scope={scope} />
        <IndicatorFields form={values} scope={scope} />
        <h2 className="form-section">{t('alert.when')}</h2>
        <ThresholdFields form={values} scope={scope} />
        <h2 className="form-section">{t('alert.who')}</h2>
        <NoticeFields form={values} />
        <Rehearsal
          content={content}
          ruleId={rule?.id ?? null}
          monitors={scope.monitors}
          types={scope.types}
        />
        <div className="form-actions">
          <Button disabled={false} onClick={onClose}>
            {t(canEdit ? 'action.cancel' : 'action.close')}
          </Button>
          {canEdit && <SubmitButton />}
        </div>
      </ContractForm>
      {conflict && (
        <RuleConflict
          mine={conflict.mine}
          theirs={conflict.theirs}
          onLoad={() => onLoad(conflict.theirs)}
          onOverwrite={overwrite}
          onClose={closeConflict}
        />
      )}
    </>
  )
}

function IdentityFields() {
  const t = useT()
  return (
    <div className="form-grid">
      <Field name="name" label={t('alert.name')} help={t('alert.nameHelp')}>
        <Input autoComplete="off" autoFocus maxLength={64} />
      </Field>
      <Field name="level" label={t('alert.level')} help={t('alert.levelHelp')}>
        <Radio.Group
          optionType="button"
          options={(['notice', 'warning', 'critical'] as const).map(value => ({
            value,
            label: t(`alert.level.${value}`),
          }))}
        />
      </Field>
      <Field
        name="isEnabled"
        label={t('alert.isEnabled')}
        help={t('alert.isEnabledHelp')}
        valueProp="checked"
      >
        <Switch />
      </Field>
    </div>
  )
}
