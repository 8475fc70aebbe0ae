/** Orders flame diagrams: of what, what is measured, how long, once or repeatedly. */
import { profilingCalls } from '@pone/contract/calls/profiling.ts'
import {
  addressedTargets,
  bufferMibBounds,
  cycleMinutesBounds,
  kindsOfTarget,
  type ProfilingTarget,
  profilingModes,
  profilingTargets,
  takeSecondsBounds,
  takeTimesBounds,
} from '@pone/contract/entities/profiling.ts'
import { useQueryClient } from '@tanstack/react-query'
import { Button, Checkbox, Form, Input, InputNumber, Segmented, Select } from 'antd'
import { useState } from 'react'
import type { z } from 'zod'
import { api } from '../../../lib/api.ts'
import { useT } from '../../../lib/i18n.ts'
import { notify } from '../../../lib/notices.ts'
import { useProjectId } from '../../../lib/project.ts'
import { profilesKey } from '../../../ui/flame/data/profile-queries.ts'
import { ContractForm } from '../../../ui/form/contract-form.tsx'
import { Field, SubmitButton } from '../../../ui/form/field.tsx'
import { FormDialog } from '../../../ui/form/form-layer.tsx'
import { SearchedSelect } from './searched-select.tsx'
import { type Binding, TriggerFields } from './trigger-fields.tsx'

const schema = profilingCalls.create.input.omit({ projectId: true })
type Mode = (typeof profilingModes)[number]
type Values = Partial<z.input<typeof schema>>
const whole = { precision: 0, style: { width: '100%' } } as const

export function TakeDialog({
  onClose,
  onOrdered,
}: {
  readonly onClose: () => void
  readonly onOrdered: () => void
}) {
  const t = useT()
  const projectId = useProjectId()
  const cache = useQueryClient()
  const [form] = Form.useForm()
  const [{ mode, target, ...binding }, setChosen] = useState(chosenOf({}))
  return (
    <FormDialog title={t('profiling.take')} footer={null} width={600} onClose={onClose}>
      <p className="flame-note">{t('profiling.help')}</p>
      <ContractForm
        schema={schema}
        form={form}
        initialValues={{ name: '', kinds: ['cpu'] }}
        onValuesChange={values => {
          const chosen = chosenOf(values)
          setChosen(chosen)
          if (chosen.target !== target) form.setFieldsValue(fittingTo(chosen.target, target, values))
          if (chosen.scenarioId !== binding.scenarioId) form.setFieldValue('slaRuleIds', [])
        }}
        onSubmit={async value => {
          const { name } = await api.profiling.create({ ...value, projectId })
          notify({ kind: 'success', text: t('profiling.taken', { name }) })
          onOrdered()
          await cache.invalidateQueries({ queryKey: [...profilesKey, projectId, 'orders'] })
        }}
      >
        <Field
          name="target"
          label={t('profiling.target')}
          help={t('profiling.targetHelp')}
          isRequired={false}
        >
          <Select
            options={profilingTargets.map(value => ({ value, label: t(`profiling.target.${value}`) }))}
          />
        </Field>
        <TargetFields target={target} />
        <Field name="name" label={t('profiling.name')} help={t('profiling.nameHelp')}>
          <Input autoComplete="off" />
        </Field>
        <Field
          name="kinds"
          label={t('profiling.kinds')}
          help={t(target === 'jvm' ? 'profiling.kindsHelp' : 'profiling.kindsHelp.other')}
          isRequired={false}
        >
          <Checkbox.Group
            options={kindsOfTarget[target].map(value => ({ value, label: t(`flame.kind.${value}`) }))}
          />
        </Field>
        <Field name="mode" label={t('profiling.mode')} help={t('profiling.modeHelp')} isRequired={false}>
          <Segmented
            options={profilingModes.map(value => ({ value, label: t(`profiling.mode.${value}`) }))}
          />
        </Field>
        <Field name="seconds" label={t('profiling.seconds')} help={t('profiling.secondsHelp')}>
          <InputNumber {...takeSecondsBounds} {...whole} />
        </Field>
        {mode === 'triggered' && <TriggerFields binding={binding} />}
        {mode !== 'single' && <RepetitionFields mode={mode} />}
        <StoredFields />
        <div className="form-actions">
          <Button onClick={onClose}>{t('action.cancel')}</Button>
          <SubmitButton>{t('profiling.take')}</SubmitButton>
        </div>
      </ContractForm>
    </FormDialog>
  )
}

const chosenOf = ({
  mode,
  target,
  triggers,
  scenarioId,
}: Values): Binding & {
  readonly mode: Mode
  readonly target: ProfilingTarget
} => ({
  mode: mode ?? 'single',
  target: target ?? 'jvm',
  triggers: triggers ?? schema.shape.triggers.parse(undefined),
  scenarioId: scenarioId ?? null,
})

/** What cannot be taken of the target is not chosen any more, nor a monitor that may be no JVM. */
function fittingTo(target: ProfilingTarget, before: ProfilingTarget, { kinds = [], monitorId }: Values) {
  const fitting = kinds.filter(kind => kindsOfTarget[target].includes(kind))
  return {
    kinds: fitting.length > 0 ? fitting : ['cpu'],
    monitorId: target === 'jvm' && before !== 'jvm' ? undefined : monitorId,
  }
}

/** Which one, and through which monitor. */
function TargetFields({ target }: { readonly target: ProfilingTarget }) {
  const t = useT()
  if (target === 'jvm')
    return (
      <Field name="monitorId" label={t('profiling.monitor')} help={t('profiling.monitorHelp')}>
        <MonitorSelect type="jvm" />
      </Field>
    )
  const isAddressed = addressedTargets.includes(target)
  return (
    <>
      <Field
        name="address"
        label={t(isAddressed ? 'profiling.address' : 'profiling.chosenProcess')}
        help={t(`profiling.addressHelp.${target}`)}
      >
        <Input autoComplete="off" />
      </Field>
      <Field name="monitorId" label={t('profiling.through')} help={t('profiling.throughHelp')}>
        <MonitorSelect />
      </Field>
    </>
  )
}

/** How much is kept meanwhile, and which stacks are stored. */
function StoredFields() {
  const t = useT()
  return (
    <>
      <Field name="bufferMib" label={t('profiling.buffer')} help={t('profiling.bufferHelp')}>
        <InputNumber {...bufferMibBounds} {...whole} />
      </Field>
      <Field name="included" label={t('flame.included')} help={t('profiling.classesHelp')}>
        <Input autoComplete="off" />
      </Field>
      <Field name="excluded" label={t('flame.excluded')} help={t('profiling.excludedHelp')}>
        <Input autoComplete="off" />
      </Field>
    </>
  )
}

function RepetitionFields({ mode }: { readonly mode: Exclude<Mode, 'single'> }) {
  const t = useT()
  return (
    <>
      <Field name="cycleMinutes" label={t('profiling.cycle')} help={t(`profiling.cycleHelp.${mode}`)}>
        <InputNumber {...cycleMinutesBounds} {...whole} />
      </Field>
      <Field name="times" label={t('profiling.times')} help={t(`profiling.timesHelp.${mode}`)}>
        <InputNumber {...takeTimesBounds} {...whole} />
      </Field>
    </>
  )
}

/** Monitors of a type, or all. */
function MonitorSelect({
  type,
  ...props
}: {
  readonly type?: string
  readonly id?: string
  readonly value?: string
  readonly onChange?: (value: string) => void
}) {
  const t = useT()
  return (
    <SearchedSelect
      {...props}
      of={`monitors ${type ?? ''}`}
      empty={t(type === undefined ? 'profiling.noAnyMonitor' : 'profiling.noMonitor')}
      find={async ({ projectId, search, signal }) => {
        const asked = { projectId, ...(type !== undefined && { type }), search, pageSize: 50 as const }
        const { rows } = await api.monitor.list(asked, { signal })
        return rows.map(({ id, name, collector }) => ({
          value: id,
          label: collector === null ? name : `${name} · ${collector.name}`,
        }))
      }}
    />
  )
}
