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
  profilingTriggers,
  takeSecondsBounds,
  takeTimesBounds,
} from '@pone/contract/entities/profiling.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Button, Checkbox, Input, InputNumber, Segmented, Select } from 'antd'
import { useState } from 'react'
import { api } from '../../../lib/api.ts'
import { useT } from '../../../lib/i18n.ts'
import { notify } from '../../../lib/notices.ts'
import { useProjectId } from '../../../lib/project.ts'
import { profilesKey } from '../../../ui/flame/data/profile-queries.ts'
import { ContractForm } from '../../../ui/form/contract-form.tsx'
import { Field, SubmitButton } from '../../../ui/form/field.tsx'
import { FormDialog } from '../../../ui/form/form-layer.tsx'

const schema = profilingCalls.create.input.omit({ projectId: true })
type Mode = (typeof profilingModes)[number]
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
  const [mode, setMode] = useState<Mode>('single')
  const [target, setTarget] = useState<ProfilingTarget>('jvm')
  return (
    <FormDialog title={t('profiling.take')} footer={null} width={600} onClose={onClose}>
      <p className="flame-note">{t('profiling.help')}</p>
      <ContractForm
        schema={schema}
        initialValues={{ name: '', kinds: ['cpu'] }}
        onValuesChange={changed => {
          setMode(changed.mode ?? 'single')
          setTarget(changed.target ?? 'jvm')
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
        {mode !== 'single' && <RepetitionFields mode={mode} />}
        <Field name="bufferMib" label={t('profiling.buffer')} help={t('profiling.bufferHelp')}>
          <InputNumber {...bufferMibBounds} {...whole} />
        </Field>
        <Field name="included" label={t('flame.included')} help={t('profiling.classesHelp')}>
          <Input autoComplete="off" />
        </Field>
        <Field name="excluded" label={t('flame.excluded')} help={t('profiling.excludedHelp')}>
          <Input autoComplete="off" />
        </Field>
        <div className="form-actions">
          <Button onClick={onClose}>{t('action.cancel')}</Button>
          <SubmitButton>{t('profiling.take')}</SubmitButton>
        </div>
      </ContractForm>
    </FormDialog>
  )
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

function RepetitionFields({ mode }: { readonly mode: Exclude<Mode, 'single'> }) {
  const t = useT()
  return (
    <>
      {mode === 'triggered' && (
        <Field
          name="triggers"
          label={t('profiling.triggers')}
          help={t('profiling.triggersHelp')}
          isRequired={false}
        >
          <Checkbox.Group
            options={profilingTriggers.map(value => ({ value, label: t(`profiling.trigger.${value}`) }))}
          />
        </Field>
      )}
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
  const projectId = useProjectId()
  const [search, setSearch] = useState('')
  const { data, isFetching } = useQuery({
    queryKey: [...profilesKey, projectId, 'monitors', type, search],
    queryFn: async ({ signal }) =>
      (
        await api.monitor.list(
          { projectId, ...(type !== undefined && { type }), search, pageSize: 50 },
          { signal },
        )
      ).rows,
    placeholderData: before => before,
  })
  return (
    <Select<string>
      {...props}
      loading={isFetching}
      showSearch={{ filterOption: false, onSearch: setSearch }}
      notFoundContent={t(type === undefined ? 'profiling.noAnyMonitor' : 'profiling.noMonitor')}
      options={(data ?? []).map(({ id, name, collector }) => ({
        value: id,
        label: collector === null ? name : `${name} · ${collector.name}`,
      }))}
    />
  )
}
