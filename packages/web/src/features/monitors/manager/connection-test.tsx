/** Tests the connection with the form as it is, and shows each step with what it found, or why it failed and how to repair it. */
import { CopyOutlined } from '@ant-design/icons'
import type {
  MonitorCause,
  MonitorParams,
  MonitorTest,
  MonitorTestStep,
} from '@pone/contract/entities/monitor.ts'
import { formatMs, formatNumber } from '@pone/metrics/figures.ts'
import type { MonitorType } from '@pone/monitors/type.ts'
import { useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { useState } from 'react'
import { api } from '../../../lib/api.ts'
import { showError } from '../../../lib/api-error.ts'
import { copyText } from '../../../lib/copy.ts'
import { isMessageKey, type MessageKey, useT } from '../../../lib/i18n.ts'
import { useProjectId } from '../../../lib/project.ts'
import { useSession } from '../../../lib/session/session.ts'
import { StatusTag } from '../../../ui/status-tag.tsx'
import { monitorsKey } from '../shared/monitor-queries.ts'
import { problemText } from '../shared/problem-text.ts'

const testPollMs = 300
/** Counters of a section that are named; all are told on hover. */
const namedCounters = 6

export interface TestInput {
  readonly type: string
  readonly params: MonitorParams
  readonly agentId: string | null
  readonly monitorId: string | null
}

export function ConnectionTest(props: {
  readonly type: MonitorType
  /** Reads the form; null while it is incomplete. */
  readonly input: () => Promise<TestInput | null>
}) {
  const { type, input } = props
  const t = useT()
  const projectId = useProjectId()
  const [started, setStarted] = useState<MonitorTest | null>(null)
  const [isStarting, setStarting] = useState(false)
  const { data } = useQuery({
    queryKey: [...monitorsKey, 'test', started?.id],
    queryFn: ({ signal }) => api.monitor.testResult({ projectId, testId: started?.id ?? '' }, { signal }),
    enabled: started !== null && !started.isEnded,
    refetchInterval: ({ state }) => (state.data?.isEnded ? false : testPollMs),
  })
  const test = data ?? started
  const isBusy = isStarting || (test !== null && !test.isEnded)
  const start = async () => {
    const given = await input()
    if (given === null) return
    setStarting(true)
    try {
      setStarted(await api.monitor.startTest({ projectId, ...given }))
    } catch (error) {
      setStarted(null)
      showError(error)
    } finally {
      setStarting(false)
    }
  }
  const cancel = () => {
    if (test) api.monitor.cancelTest({ projectId, testId: test.id }).catch(showError)
  }
  return (
    <section className="monitor-test" aria-label={t('monitor.test')}>
      <p className="row-actions">
        <Button loading={isBusy} onClick={() => void start()}>
          {t(isBusy ? 'monitor.testing' : 'monitor.test')}
        </Button>
        {isBusy && test && (
          <Button type="text" onClick={cancel}>
            {t('action.cancel')}
          </Button>
        )}
        {!test && <span className="secondary">{t('monitor.testHelp')}</span>}
        {test && <span className="secondary">{t('monitor.testBy', { agent: test.agent.name })}</span>}
      </p>
      {test && (
        <div role="status">
          <TestSteps steps={test.steps} type={type} />
          {test.isEnded && test.steps.length === 0 && (
            <StatusTag tone="failed">{t('monitor.testNothing')}</StatusTag>
          )}
        </div>
      )}
    </section>
  )
}

/** What each step found, or why it failed and how to repair it. */
export function TestSteps(props: { readonly steps: readonly MonitorTestStep[]; readonly type: MonitorType }) {
  const { steps, type } = props
  return (
    <ul className="monitor-steps">
      {steps.map(step => (
        <Step key={step.key} step={step} type={type} />
      ))}
    </ul>
  )
}

function Step({ step, type }: { readonly step: MonitorTestStep; readonly type: MonitorType }) {
  const t = useT()
  const language = useSession('language')
  const section = type.sections.find(each => each.key === step.key)
  const key = `monitor.step.${step.key}`
  const name = section?.names[language] ?? (isMessageKey(key) ? t(key) : step.key)
  const names = new Map(
    [...(section?.counters ?? []), ...(section?.computed ?? [])].map(each => [
      each.key,
      each.names[language],
    ]),
  )
  const found = step.counters.map(counter => names.get(counter) ?? counter)
  return (
    <li>
      <StatusTag tone={step.isOk ? 'passed' : 'failed'}>
        {name}
        <span className="secondary"> · {formatMs(step.tookMs)}</span>
      </StatusTag>
      {step.isOk && section === undefined && step.detail !== '' && (
        <div className="secondary">{step.detail}</div>
      )}
      {step.isOk && found.length > 0 && (
        <div className="secondary" title={found.join(t('monitor.comma'))}>
          {t('monitor.stepCounters', {
            count: formatNumber(found.length),
            names: `${found.slice(0, namedCounters).join(t('monitor.comma'))}${found.length > namedCounters ? ' …' : ''}`,
          })}
        </div>
      )}
      {step.problem && <Problem problem={step.problem} />}
    </li>
  )
}

/** Texts before a statement to copy. */
const leads: Readonly<Partial<Record<MonitorCause, MessageKey>>> = {
  missingRight: 'monitor.missingRight',
  notSetUp: 'monitor.notSetUp',
}

function Problem({ problem }: { readonly problem: NonNullable<MonitorTestStep['problem']> }) {
  const t = useT()
  const language = useSession('language')
  const lead = leads[problem.cause]
  const grant = lead === undefined ? undefined : problem.params['grant']
  return (
    <div>
      {lead === undefined || grant === undefined ? problemText(problem, language) : t(lead)}
      {grant !== undefined && (
        <div className="monitor-grant">
          <pre>{grant}</pre>
          <Button
            size="small"
            icon={<CopyOutlined />}
            aria-label={t('monitor.copyGrant')}
            onClick={() => void copyText(grant)}
          />
        </div>
      )}
      {problem.detail !== '' && <div className="code secondary">{problem.detail}</div>}
    </div>
  )
}
