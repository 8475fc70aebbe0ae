/** Starts a capacity search of a scenario, and opens its live page. */
import { runCalls } from '@pone/contract/calls/run.ts'
import { isCapacityProblem, readCapacityRules } from '@pone/plan/code/capacity-text.ts'
import { maxUsersPerScenario } from '@pone/schema/limits.ts'
import { Button, Input, InputNumber, Segmented } from 'antd'
import { useNavigate } from 'react-router'
import { api } from '../../../lib/api.ts'
import type { ApiError } from '../../../lib/api-error.ts'
import { type Translate, useT } from '../../../lib/i18n.ts'
import { useSession } from '../../../lib/session/session.ts'
import { ContractForm } from '../../../ui/form/contract-form.tsx'
import { Field, SubmitButton } from '../../../ui/form/field.tsx'
import { FormDialog } from '../../../ui/form/form-layer.tsx'
import type { CapacityInput } from './capacity-defaults.ts'
import './capacity-dialog.css'

const schema = runCalls.findCapacity.input.omit({ projectId: true, scenarioId: true })

/** Errors by field. */
function faultsOf({ rules, startLoad, maxLoad }: CapacityInput, t: Translate): Record<string, string> {
  const read = readCapacityRules(rules)
  return {
    ...(isCapacityProblem(read) && {
      rules: t(`scenario.capacity.problem.${read.code}`, { position: read.position, rule: read.rule }),
    }),
    ...(maxLoad < startLoad && { maxLoad: t('scenario.capacity.range') }),
  }
}

const fieldOf = ({ code }: ApiError): string | null => (code.startsWith('CapacityRule') ? 'rules' : null)

export function CapacityDialog({
  scenarioId,
  initial,
  onClose,
}: {
  readonly scenarioId: string
  readonly initial: CapacityInput
  readonly onClose: () => void
}) {
  const t = useT()
  const projectId = useSession('projectId')
  const navigate = useNavigate()
  const number = (max: number, min = 1) => (
    <InputNumber min={min} max={max} precision={0} changeOnWheel={false} style={{ width: '100%' }} />
  )
  return (
    <FormDialog title={t('scenario.capacity.title')} footer={null} width={640} isAction onClose={onClose}>
      <p>{t('scenario.capacity.intro')}</p>
      <ContractForm
        schema={schema}
        initialValues={initial}
        check={value => faultsOf(value, t)}
        fieldOfError={fieldOf}
        onSubmit={async value => {
          const run = await api.run.findCapacity({ projectId, scenarioId, ...value })
          onClose()
          await navigate(`/pone/atf/projects/realTimeMonitoring?id=${run.id}`)
        }}
      >
        <Field name="rules" label={t('scenario.capacity.rules')} help={t('scenario.capacity.rulesHelp')}>
          <Input spellCheck={false} autoComplete="off" />
        </Field>
        <Field name="drive" label={t('scenario.capacity.drive')} help={t('scenario.capacity.driveHelp')}>
          <Segmented
            options={[
              { value: 'users', label: t('scenario.capacity.users') },
              { value: 'arrivals', label: t('scenario.capacity.arrivals') },
            ]}
          />
        </Field>
        <div className="capacity-pairs">
          <Field
            name="startLoad"
            label={t('scenario.capacity.start')}
            help={t('scenario.capacity.startHelp')}
          >
            {number(maxUsersPerScenario)}
          </Field>
          <Field name="maxLoad" label={t('scenario.capacity.max')} help={t('scenario.capacity.maxHelp')}>
            {number(maxUsersPerScenario)}
          </Field>
          <Field
            name="settleSeconds"
            label={t('scenario.capacity.settle')}
            help={t('scenario.capacity.settleHelp')}
          >
            {number(600, 0)}
          </Field>
          <Field
            name="measureSeconds"
            label={t('scenario.capacity.measure')}
            help={t('scenario.capacity.measureHelp')}
          >
            {number(3_600, 3)}
          </Field>
          <Field name="maxSeconds" label={t('scenario.capacity.most')} help={t('scenario.capacity.mostHelp')}>
            {number(86_400)}
          </Field>
        </div>
        <div className="form-actions">
          <Button onClick={onClose}>{t('action.cancel')}</Button>
          <SubmitButton>{t('scenario.capacity.start.verb')}</SubmitButton>
        </div>
      </ContractForm>
    </FormDialog>
  )
}
