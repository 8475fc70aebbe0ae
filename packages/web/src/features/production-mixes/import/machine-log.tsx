/** An access log on a load machine: chosen, counted there by the agent, and stored. */
import {
  type LogFile,
  logOrderSchema,
  maxLogBytes,
  maxLogFormatLength,
} from '@pone/contract/entities/log-count.ts'
import { formatBytes } from '@pone/metrics/figures.ts'
import { maxMixValues } from '@pone/plan/production-mix/production-mix.ts'
import { useQuery } from '@tanstack/react-query'
import { Alert, AutoComplete, Button, Input, Select } from 'antd'
import { useState } from 'react'
import { z } from 'zod'
import { api } from '../../../lib/api.ts'
import { useT } from '../../../lib/i18n.ts'
import { useProjectId } from '../../../lib/project.ts'
import { useRecordingMachines } from '../../../lib/recording-machines.ts'
import { ContractForm } from '../../../ui/form/contract-form.tsx'
import { Field, SubmitButton } from '../../../ui/form/field.tsx'
import { formatInstant } from '../../../ui/format.ts'
import { ToldCause } from '../../../ui/told-cause.tsx'
import { CountProgress } from './count-progress.tsx'
import { formatExample } from './file-log.tsx'
import { SaveForm } from './save-form.tsx'
import { useMachineCount } from './use-machine-count.ts'

/** A list has no choice without a value. */
const wholeFile = 0
const schema = z.object({
  agentId: z.string().min(1),
  ...logOrderSchema.shape,
  hours: z.int().min(wholeFile),
})
const periods = [1, 6, 24, 168, wholeFile]
const firstPeriod = 24

type Order = z.output<typeof schema>

export function MachineLog({ onClose }: { readonly onClose: () => void }) {
  const t = useT()
  const { start, state, path, error, cancel } = useMachineCount()
  const [order, setOrder] = useState<Partial<Order>>({ logFormat: '', hours: firstPeriod })
  const count = (wanted: Order) => {
    setOrder(wanted)
    const { hours } = wanted
    // What went wrong stands below the form.
    return start.mutateAsync({ ...wanted, hours: hours === wholeFile ? null : hours }).catch(() => undefined)
  }
  if (state?.state === 'counting' && error === null)
    return <CountProgress name={path} {...state} onCancel={cancel} />
  if (state?.state === 'counted' && state.document !== null)
    return (
      <>
        <p className="mix-counted">
          {path}
          <Button size="small" onClick={cancel}>
            {t('mix.countAnother')}
          </Button>
        </p>
        {state.isCut && (
          <Alert type="warning" showIcon title={t('mix.cut', { limit: formatBytes(maxLogBytes) })} />
        )}
        <SaveForm name={path.replace(/^.*\//, '')} document={state.document} onClose={onClose} />
      </>
    )
  return (
    <>
      <p className="secondary">{t('mix.machineHelp', { values: maxMixValues })}</p>
      <OrderForm first={order} onStart={count} onClose={onClose} />
      <Faults
        texts={[
          error?.message,
          state?.state === 'failed' ? state.cause : undefined,
          state?.state === 'counted' ? t('mix.noneOnMachine', { name: path }) : undefined,
        ]}
      />
    </>
  )
}

interface OrderFormProps {
  readonly first: Partial<Order>
  readonly onStart: (order: Order) => Promise<unknown>
  readonly onClose: () => void
}

function OrderForm({ first, onStart, onClose }: OrderFormProps) {
  const t = useT()
  const projectId = useProjectId()
  const [agentId, setAgentId] = useState(first.agentId ?? '')
  const { machines, options } = useRecordingMachines()
  const files = useQuery({
    queryKey: ['logFiles', projectId, agentId],
    queryFn: ({ signal }) => api.productionMix.logFiles({ projectId, agentId }, { signal }),
    enabled: agentId !== '',
    retry: false,
    gcTime: 0,
  })
  return (
    <ContractForm
      schema={schema}
      initialValues={first}
      onValuesChange={values => setAgentId(values.agentId ?? '')}
      onSubmit={onStart}
    >
      <Field name="agentId" label={t('component.machineCapture.machine')} help={t('mix.machineOfLog')}>
        <Select loading={machines.isPending} options={options} />
      </Field>
      <Faults
        texts={[
          machines.error?.message,
          machines.data?.length === 0 ? t('component.machineCapture.noMachines') : undefined,
          files.error?.message,
        ]}
      />
      <Field name="path" label={t('mix.logPath')} help={t('mix.logPathHelp')}>
        <AutoComplete
          disabled={agentId === ''}
          options={(files.data ?? []).map(file => ({ value: file.path, label: <FileLine file={file} /> }))}
          showSearch={{ filterOption: (typed, option) => option?.value.includes(typed) ?? false }}
          placeholder="/var/log/nginx/access.log"
        />
      </Field>
      <Field name="hours" label={t('mix.logPeriod')} help={t('mix.logPeriodHelp')}>
        <Select
          options={periods.map(hours => ({
            value: hours,
            label: hours === wholeFile ? t('mix.logWhole') : t('mix.logHours', { count: hours }),
          }))}
        />
      </Field>
      <Field name="logFormat" label={t('mix.logFormat')} help={t('mix.logFormatMachineHelp')}>
        <Input.TextArea rows={2} maxLength={maxLogFormatLength} placeholder={formatExample} />
      </Field>
      <div className="form-actions">
        <Button onClick={onClose}>{t('action.cancel')}</Button>
        <SubmitButton>{t('mix.countStart')}</SubmitButton>
      </div>
    </ContractForm>
  )
}

function FileLine({ file: { path, sizeBytes, changedAt } }: { readonly file: LogFile }) {
  return (
    <span className="mix-file">
      <span>{path}</span>
      <span className="secondary">
        {formatBytes(sizeBytes)} · {formatInstant(changedAt)}
      </span>
    </span>
  )
}

function Faults({ texts }: { readonly texts: readonly (string | undefined)[] }) {
  return texts
    .filter(text => text !== undefined)
    .map(text => (
      <Alert key={text} type="error" showIcon className="mix-fault" title={<ToldCause detail={text} />} />
    ))
}
