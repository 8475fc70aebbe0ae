/** Rehearsal of a rule: what it would have done with the last 24 hours of a monitor, beside what the stored rule did. */
import type { AlertRuleContent } from '@pone/alerts/rule.ts'
import type { RehearsedSeries } from '@pone/contract/entities/alert.ts'
import type { Monitor } from '@pone/contract/entities/monitor.ts'
import type { MonitorType } from '@pone/monitors/type.ts'
import { Alert, Button, Select } from 'antd'
import { useEffect, useRef, useState } from 'react'
import { api } from '../../../../lib/api.ts'
import { errorMessage, isAborted } from '../../../../lib/api-error.ts'
import { useT } from '../../../../lib/i18n.ts'
import { useProjectId } from '../../../../lib/project.ts'
import { RehearsedSeriesView } from './rehearsed-series.tsx'

export interface RehearsalUse {
  /** null while the form has faults. */
  readonly content: AlertRuleContent | null
  /** Of the stored rule; null: there is none. */
  readonly ruleId: string | null
  /** Monitors of its scope. */
  readonly monitors: readonly Monitor[]
  readonly types: readonly MonitorType[]
}

interface Answer {
  readonly content: AlertRuleContent
  readonly rehearsed: readonly RehearsedSeries[]
}

export function Rehearsal({ content, ruleId, monitors, types }: RehearsalUse) {
  const t = useT()
  const [chosen, setChosen] = useState<string | null>(null)
  const monitor = monitors.find(({ id }) => id === chosen) ?? monitors[0]
  const { state, start, cancel } = useRehearsal(ruleId)
  const isOutdated = state.answer !== null && !isSame(state.answer.content, content)
  return (
    <section className="alert-rehearsal" aria-label={t('alert.rehearsal')}>
      <h2 className="form-section">{t('alert.rehearsal')}</h2>
      <p className="secondary">{t('alert.rehearsalHelp')}</p>
      <div className="form-row">
        <Select<string>
          aria-label={t('alert.rehearsalMonitor')}
          placeholder={t('alert.rehearsalMonitor')}
          className="alert-rehearsal-monitor"
          // Also for those who may not change the rule.
          disabled={false}
          showSearch={{ optionFilterProp: 'label' }}
          value={monitor?.id ?? null}
          options={monitors.map(({ id, name }) => ({ value: id, label: name }))}
          onChange={setChosen}
        />
        <Button
          loading={state.isBusy}
          disabled={content === null || monitor === undefined}
          onClick={() => content !== null && monitor !== undefined && void start(content, monitor)}
        >
          {t('alert.rehearse')}
        </Button>
        {state.isBusy && (
          <Button type="text" disabled={false} onClick={cancel}>
            {t('action.cancel')}
          </Button>
        )}
        {(content === null || monitor === undefined) && (
          <span className="secondary">{t('alert.rehearseNotYet')}</span>
        )}
      </div>
      <div role="status">
        {state.error !== null && <Alert type="error" showIcon title={errorMessage(state.error)} />}
        {isOutdated && <Alert type="info" showIcon title={t('alert.rehearsalOutdated')} />}
        {state.answer !== null && <Answered answer={state.answer} types={types} />}
      </div>
    </section>
  )
}

const isSame = (one: AlertRuleContent, other: AlertRuleContent | null): boolean =>
  JSON.stringify(one) === JSON.stringify(other)

function Answered({ answer, types }: { readonly answer: Answer; readonly types: readonly MonitorType[] }) {
  const t = useT()
  const { rehearsed, content } = answer
  if (rehearsed.length === 0) return <p className="secondary">{t('alert.rehearsalNothing')}</p>
  return rehearsed.map(series => (
    <RehearsedSeriesView
      key={JSON.stringify(series.labels)}
      series={series}
      content={content}
      types={types}
    />
  ))
}

interface RehearsalState {
  readonly isBusy: boolean
  readonly error: unknown
  readonly answer: Answer | null
}

function useRehearsal(ruleId: string | null) {
  const projectId = useProjectId()
  const [state, setState] = useState<RehearsalState>({ isBusy: false, error: null, answer: null })
  const running = useRef<AbortController | null>(null)
  useEffect(() => () => running.current?.abort(), [])
  const start = async (content: AlertRuleContent, { id }: Monitor) => {
    running.current?.abort()
    const abort = new AbortController()
    running.current = abort
    const { signal } = abort
    setState(old => ({ ...old, isBusy: true, error: null }))
    try {
      const rehearsed = await api.alert.rehearse({ projectId, monitorId: id, ruleId, content }, { signal })
      setState({ isBusy: false, error: null, answer: { content, rehearsed } })
    } catch (error) {
      if (!isAborted(error)) setState({ isBusy: false, error, answer: null })
      else if (running.current === abort) setState(old => ({ ...old, isBusy: false }))
    }
  }
  return { state, start, cancel: () => running.current?.abort() }
}
