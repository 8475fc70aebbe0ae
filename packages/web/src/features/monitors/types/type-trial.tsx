/** Tries a type on a real target: the steps of a test of a connection, and the values of three collections. */
import type { MonitorTypeTrial } from '@pone/contract/entities/monitor-type.ts'
import { formatNumber, noValue } from '@pone/metrics/figures.ts'
import { type TrialRow, trialRows } from '@pone/monitors/series/trial-rows.ts'
import type { MonitorType } from '@pone/monitors/type.ts'
import { useQuery } from '@tanstack/react-query'
import { Button, Form, Select, Table } from 'antd'
import { useEffect, useState } from 'react'
import { api } from '../../../lib/api.ts'
import { showError } from '../../../lib/api-error.ts'
import { useT } from '../../../lib/i18n.ts'
import { useSession } from '../../../lib/session/session.ts'
import { useRowPages } from '../../../ui/data-table/use-row-pages.ts'
import { TestSteps } from '../manager/connection-test.tsx'
import { ParamFields } from '../manager/param-fields.tsx'
import { initialParams, paramsToSend } from '../shared/monitor-types.ts'
import { typesKey } from './monitor-type-queries.ts'

const pollMs = 400

interface Values {
  readonly agentId?: string
  readonly params?: Readonly<Record<string, unknown>>
}

export function TypeTrial({ type, text }: { readonly type: MonitorType; readonly text: string }) {
  const t = useT()
  const [form] = Form.useForm<Values>()
  const [values, setValues] = useState<Values>(() => ({ params: initialParams(type) }))
  const { data: agents } = useQuery({
    queryKey: [...typesKey, 'agents'],
    queryFn: ({ signal }) => api.monitorType.agents({}, { signal }),
  })
  const { trial, isBusy, start } = useTrial()
  const only = agents?.length === 1 ? agents[0]?.id : undefined
  useEffect(() => {
    if (only !== undefined && !form.isFieldTouched('agentId')) form.setFieldValue('agentId', only)
  }, [only, form])
  const run = async ({ agentId }: Values) => {
    const params = paramsToSend(type, values.params ?? {})
    if (agentId !== undefined) await start({ text, params, agentId })
  }
  if (agents?.length === 0) return <p className="secondary">{t('monitorType.noAgents')}</p>
  return (
    <>
      <Form<Values>
        form={form}
        layout="vertical"
        initialValues={values}
        onValuesChange={(_, all) => setValues(all)}
        onFinish={given => void run(given)}
      >
        <Form.Item
          name="agentId"
          label={t('monitorType.agent')}
          extra={t('monitorType.agentHelp')}
          rules={[{ required: true, message: t('monitor.paramNeeded', { param: t('monitorType.agent') }) }]}
        >
          <Select
            showSearch={{ optionFilterProp: 'label' }}
            options={(agents ?? []).map(({ id, name, host }) => ({ value: id, label: `${name} · ${host}` }))}
          />
        </Form.Item>
        <ParamFields type={type} values={values.params ?? {}} secretsSet={[]} />
        <Button htmlType="submit" loading={isBusy}>
          {t(isBusy ? 'monitorType.running' : 'monitorType.run')}
        </Button>
      </Form>
      {trial && (
        <div role="status">
          <TestSteps steps={trial.steps} type={type} />
          {trial.isEnded && <TrialValues type={type} trial={trial} />}
        </div>
      )}
    </>
  )
}

function useTrial() {
  const [started, setStarted] = useState<MonitorTypeTrial | null>(null)
  const [isStarting, setStarting] = useState(false)
  const { data } = useQuery({
    queryKey: [...typesKey, 'trial', started?.id],
    queryFn: ({ signal }) => api.monitorType.trialResult({ id: started?.id ?? '' }, { signal }),
    enabled: started !== null && !started.isEnded,
    refetchInterval: ({ state }) => (state.data?.isEnded ? false : pollMs),
  })
  const trial = data ?? started
  const start = async (order: Parameters<typeof api.monitorType.startTrial>[0]) => {
    setStarting(true)
    try {
      setStarted(await api.monitorType.startTrial(order))
    } catch (error) {
      setStarted(null)
      showError(error)
    } finally {
      setStarting(false)
    }
  }
  return { trial, isBusy: isStarting || (trial !== null && !trial.isEnded), start }
}

function TrialValues({ type, trial }: { readonly type: MonitorType; readonly trial: MonitorTypeTrial }) {
  const t = useT()
  const language = useSession('language')
  const rows = trialRows(type, trial.rounds)
  const pages = useRowPages(rows.length, 20)
  if (rows.length === 0) return <p className="secondary">{t('monitorType.noValues')}</p>
  const names = new Map(
    type.sections.flatMap(({ key, counters, computed }) =>
      [...counters, ...computed].map(each => [`${key}.${each.key}`, each.names[language]]),
    ),
  )
  return (
    <>
      <h3>{t('monitorType.values', { count: trial.rounds.length })}</h3>
      <Table<TrialRow>
        size="small"
        rowKey="id"
        scroll={{ x: 'max-content' }}
        dataSource={rows}
        pagination={pages}
        columns={[
          {
            key: 'counter',
            title: t('monitorType.counter'),
            render: (_, { section, counter, labels, unit }) => (
              <>
                {names.get(`${section}.${counter}`) ?? counter}
                {unit !== '' && <span className="secondary"> {unit}</span>}
                <div className="secondary code">{Object.values(labels).join(' ')}</div>
              </>
            ),
          },
          ...trial.rounds.map((round, index) => ({
            key: `round ${round.atMs}`,
            title: t('monitorType.round', { number: index + 1 }),
            align: 'right' as const,
            render: (_: unknown, { shown }: TrialRow) => valueText(shown[index]),
          })),
        ]}
      />
    </>
  )
}

const valueText = (value: number | string | null | undefined): string => {
  if (value === null || value === undefined) return noValue
  return typeof value === 'number' ? formatNumber(Math.round(value * 100) / 100) : value
}
