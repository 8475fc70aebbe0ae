/** Creating or editing a monitor: what is watched, how often and by whom, with a test of the connection. */
import type { Monitor, MonitorFields } from '@pone/contract/entities/monitor.ts'
import { formatDuration } from '@pone/metrics/figures.ts'
import { isBoundToMachine, type MonitorType } from '@pone/monitors/type.ts'
import { useQueryClient } from '@tanstack/react-query'
import { Button, Checkbox, Form } from 'antd'
import { useState } from 'react'
import { api } from '../../../lib/api.ts'
import type { ApiError } from '../../../lib/api-error.ts'
import { useT } from '../../../lib/i18n.ts'
import { notify } from '../../../lib/notices.ts'
import { useProjectId } from '../../../lib/project.ts'
import { useSession } from '../../../lib/session/session.ts'
import { ContractForm } from '../../../ui/form/contract-form.tsx'
import { SubmitButton } from '../../../ui/form/field.tsx'
import { FormDrawer } from '../../../ui/form/form-layer.tsx'
import { monitorsKey } from '../shared/monitor-queries.ts'
import { initialParams, paramsToSend } from '../shared/monitor-types.ts'
import { useMonitorTypes } from '../shared/use-monitor-types.ts'
import { ConnectionTest, type TestInput } from './connection-test.tsx'
import { FurtherFields, IdentityFields, IntervalFields, PlaceFields } from './monitor-fields.tsx'
import {
  initialMonitor,
  longestFrequencyMs,
  type MonitorForm,
  monitorFormSchema,
} from './monitor-form-model.ts'
import { ParamFields } from './param-fields.tsx'

type Values = ReturnType<typeof initialMonitor>

const errorFields: Readonly<Record<string, string>> = {
  NameExists: 'name',
  MonitorFrequencyTooLong: 'frequencyMs',
  MonitorAgentNeeded: 'agentId',
}
const fieldOfError = ({ code }: ApiError) => errorFields[code] ?? null

export function MonitorDrawer(props: { readonly monitor: Monitor | null; readonly onClose: () => void }) {
  const { monitor, onClose } = props
  const t = useT()
  const language = useSession('language')
  const [form] = Form.useForm<Record<string, unknown>>()
  const types = useMonitorTypes()
  const [initial] = useState(() =>
    initialMonitor(monitor, monitor ? types.typeOf(monitor) : types.offered[0]),
  )
  const [values, setValues] = useState<Values>(initial)
  const [startsToo, setStartsToo] = useState(monitor === null)
  const type = types.typeOf(monitor ?? { type: values.type ?? '' })
  const save = useSave({ monitor, type, startsToo, onDone: onClose })
  const input = useTestInput(form, monitor, type)
  const change = (all: Values) => {
    const chosen = all.type ?? values.type
    if (chosen === values.type) return setValues({ ...values, ...all })
    const params = { ...initialParams(types.typeOf({ type: chosen ?? '' })) }
    form.setFieldValue('params', params)
    setValues({ ...values, ...all, params })
  }
  return (
    <FormDrawer
      title={monitor ? t('monitor.editTitle') : t('monitor.new')}
      size={680}
      mask={{ closable: false }}
      onClose={onClose}
    >
      <ContractForm
        schema={monitorFormSchema}
        form={form}
        initialValues={initial}
        check={value => {
          const longest = longestFrequencyMs(value)
          return value.frequencyMs > longest
            ? { frequencyMs: t('monitor.frequencyTooLong', { limit: formatDuration(longest) }) }
            : {}
        }}
        fieldOfError={fieldOfError}
        onValuesChange={change}
        onSubmit={save}
      >
        <IdentityFields isNew={monitor === null} type={type} />
        {type && (
          <ParamFields type={type} values={values.params ?? {}} secretsSet={monitor?.secretsSet ?? []} />
        )}
        {type?.help && <p className="secondary monitor-type-help">{type.help[language]}</p>}
        <PlaceFields isBound={type !== undefined && isBoundToMachine(type, values.params ?? {})} />
        {type && <ConnectionTest type={type} input={input} />}
        <IntervalFields longestMs={longestFrequencyMs(values)} />
        <FurtherFields />
        {monitor === null && (
          <Checkbox checked={startsToo} onChange={event => setStartsToo(event.target.checked)}>
            {t('monitor.startToo')}
          </Checkbox>
        )}
        <div className="form-actions">
          <Button onClick={onClose}>{t('action.cancel')}</Button>
          <SubmitButton />
        </div>
      </ContractForm>
    </FormDrawer>
  )
}

/** Reads the form for a test; null while what the test needs is incomplete, which is then shown at the fields. */
function useTestInput(
  form: ReturnType<typeof Form.useForm<Record<string, unknown>>>[0],
  monitor: Monitor | null,
  type: MonitorType | undefined,
): () => Promise<TestInput | null> {
  return async () => {
    const parsed = monitorFormSchema.pick({ type: true, params: true, agentId: true }).safeParse({
      ...form.getFieldsValue(true),
      agentId: form.getFieldValue('agentId') ?? null,
    })
    if (!parsed.success) return null
    const names = (type?.params ?? []).map(param => ['params', param.key])
    const isComplete = await form.validateFields(names).then(
      () => true,
      () => false,
    )
    if (!isComplete) return null
    return {
      type: parsed.data.type,
      params: paramsToSend(type, parsed.data.params),
      agentId: parsed.data.agentId,
      monitorId: monitor?.id ?? null,
    }
  }
}

/** Stores the form; a new monitor is started when that is asked for. */
function useSave(given: {
  readonly monitor: Monitor | null
  readonly type: MonitorType | undefined
  readonly startsToo: boolean
  readonly onDone: () => void
}) {
  const { monitor, type, startsToo, onDone } = given
  const t = useT()
  const projectId = useProjectId()
  const cache = useQueryClient()
  return async (value: MonitorForm) => {
    const fields: MonitorFields = { ...value, params: paramsToSend(type, value.params) }
    if (monitor) {
      const { type: _type, ...changed } = fields
      await api.monitor.edit({ ...changed, projectId, id: monitor.id, revision: monitor.revision })
    } else {
      const { id } = await api.monitor.create({ ...fields, projectId })
      if (startsToo) await api.monitor.start({ projectId, ids: [id] })
    }
    notify({ kind: 'success', text: t(monitor ? 'notice.saved' : 'notice.created') })
    onDone()
    await cache.invalidateQueries({ queryKey: monitorsKey })
  }
}
