/** Where packets are captured and which: machine, interface, address, port, protocol and limits. */
import { captureBounds, captureProtocols } from '@pone/contract/entities/capture.ts'
import { useQuery } from '@tanstack/react-query'
import { Alert, Button, Input, InputNumber, Select } from 'antd'
import { type ReactNode, useId, useState } from 'react'
import { api } from '../../../lib/api.ts'
import { useT } from '../../../lib/i18n.ts'
import { useRecordingMachines } from '../../../lib/recording-machines.ts'
import { useSession } from '../../../lib/session/session.ts'
import { ToldCause } from '../../../ui/told-cause.tsx'
import {
  type CaptureFields,
  firstFields,
  hindranceOf,
  isHostWrong,
  type MachineCaptureWish,
  usualInterface,
  wishOf,
} from './machine-capture-model.ts'

interface MachineCaptureFormProps {
  readonly isBusy: boolean
  readonly onStart: (wish: MachineCaptureWish) => void
}

export function MachineCaptureForm({ isBusy, onStart }: MachineCaptureFormProps) {
  const t = useT()
  const projectId = useSession('projectId')
  const [fields, setFields] = useState(firstFields)
  const change = (changed: Partial<CaptureFields>) => setFields({ ...fields, ...changed })
  const { machines, options } = useRecordingMachines()
  const { agentId } = fields
  const facts = useQuery({
    queryKey: ['captureInterfaces', projectId, agentId],
    queryFn: ({ signal }) => api.capture.interfaces({ projectId, agentId }, { signal }),
    enabled: agentId !== '',
    retry: false,
    gcTime: 0,
  })
  const hindrance = facts.data === undefined ? null : hindranceOf(facts.data)
  const from = fields.interface || (facts.data === undefined ? '' : usualInterface(facts.data))
  const wish = hindrance === null && facts.data !== undefined ? wishOf({ ...fields, interface: from }) : null
  return (
    <form
      className="cd-machine-capture"
      onSubmit={event => {
        event.preventDefault()
        if (wish !== null && !isBusy) onStart(wish)
      }}
    >
      <Labelled label={t('component.machineCapture.machine')}>
        {id => (
          <Select
            id={id}
            autoFocus
            loading={machines.isPending}
            value={agentId || null}
            options={options}
            onChange={(chosen: string) => change({ agentId: chosen, interface: '' })}
          />
        )}
      </Labelled>
      <Labelled label={t('component.capture.interface')}>
        {id => (
          <Select
            id={id}
            loading={facts.isLoading}
            disabled={facts.data === undefined}
            value={from || null}
            options={(facts.data?.interfaces ?? []).map(({ name, addresses }) => ({
              value: name,
              label:
                name === 'any'
                  ? t('component.capture.all')
                  : [name, addresses[0]].filter(Boolean).join(' · '),
            }))}
            onChange={(chosen: string) => change({ interface: chosen })}
          />
        )}
      </Labelled>
      <FilterFields fields={fields} onChange={change} />
      <Hindrances
        texts={[
          machines.error?.message,
          machines.data?.length === 0 ? t('component.machineCapture.noMachines') : undefined,
          facts.error?.message,
          hindrance ?? undefined,
        ]}
      />
      <div className="cd-machine-capture-all">
        <Button type="primary" htmlType="submit" disabled={wish === null} loading={isBusy}>
          {t('component.capture.start')}
        </Button>
      </div>
    </form>
  )
}

interface FilterFieldsProps {
  readonly fields: CaptureFields
  readonly onChange: (changed: Partial<CaptureFields>) => void
}

function FilterFields({ fields, onChange }: FilterFieldsProps) {
  const t = useT()
  const isWrong = isHostWrong(fields.host)
  return (
    <>
      <Labelled label={t('component.machineCapture.protocol')}>
        {id => (
          <Select
            id={id}
            value={fields.protocol}
            options={captureProtocols.map(value => ({
              value,
              label: value === 'all' ? t('component.machineCapture.allProtocols') : value.toUpperCase(),
            }))}
            onChange={protocol => onChange({ protocol })}
          />
        )}
      </Labelled>
      <Labelled
        label={t('component.machineCapture.host')}
        problem={isWrong ? t('component.machineCapture.hostWrong') : ''}
      >
        {(id, problemId) => (
          <Input
            id={id}
            maxLength={45}
            placeholder="10.0.0.5"
            value={fields.host}
            {...(isWrong && {
              status: 'error' as const,
              'aria-invalid': true,
              'aria-describedby': problemId,
            })}
            onChange={({ target }) => onChange({ host: target.value })}
          />
        )}
      </Labelled>
      <Labelled label={t('component.machineCapture.port')}>
        {id => (
          <InputNumber
            id={id}
            min={1}
            max={65_535}
            precision={0}
            placeholder="8080"
            value={fields.port}
            onChange={port => onChange({ port })}
          />
        )}
      </Labelled>
      <Labelled label={t('component.machineCapture.seconds')}>
        {id => (
          <InputNumber
            id={id}
            {...captureBounds.seconds}
            precision={0}
            value={fields.seconds}
            onChange={seconds => onChange({ seconds: seconds ?? firstFields.seconds })}
          />
        )}
      </Labelled>
      <Labelled label={t('component.machineCapture.megabytes')}>
        {id => (
          <InputNumber
            id={id}
            {...captureBounds.megabytes}
            precision={0}
            value={fields.megabytes}
            onChange={megabytes => onChange({ megabytes: megabytes ?? firstFields.megabytes })}
          />
        )}
      </Labelled>
    </>
  )
}

interface LabelledProps {
  readonly label: string
  readonly problem?: string
  readonly children: (id: string, problemId: string) => ReactNode
}

function Labelled({ label, problem = '', children }: LabelledProps) {
  const id = useId()
  return (
    <div className="cd-machine-capture-field">
      <label htmlFor={id}>{label}</label>
      {children(id, `${id}-problem`)}
      {problem !== '' && (
        <span id={`${id}-problem`} role="alert" className="cd-machine-capture-problem">
          {problem}
        </span>
      )}
    </div>
  )
}

/** Why nothing can be captured; each may be a coded text. */
function Hindrances({ texts }: { readonly texts: readonly (string | undefined)[] }) {
  const told = texts.filter(each => each !== undefined)
  if (told.length === 0) return null
  return (
    <div className="cd-machine-capture-all">
      {told.map(each => (
        <Alert key={each} type="warning" showIcon title={<ToldCause detail={each} />} />
      ))}
    </div>
  )
}
