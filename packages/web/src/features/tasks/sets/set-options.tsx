/** Options of a set: order, pause, behaviour on failure, maximum waiting time and duration. */

import type { TaskSet, TaskSetDocument } from '@pone/contract/entities/task.ts'
import { taskModes } from '@pone/contract/entities/task.ts'
import type { Engine } from '@pone/plan/engines/engine.ts'
import { engineNamed, engines } from '@pone/plan/engines/registry.ts'
import { Checkbox, Radio, Tooltip } from 'antd'
import { type ReactNode, useId } from 'react'
import { engineOptions } from '../../../lib/engine-options.ts'
import { useT } from '../../../lib/i18n.ts'
import { useCan } from '../../../lib/session/session.ts'
import { useSaveTask } from '../task-queries.ts'
import { LateNumber } from './late-number.tsx'

export function SetOptions({ set }: { readonly set: TaskSet }) {
  const t = useT()
  const isReadOnly = !useCan('scenario.edit')
  const save = useSaveTask(set.id)
  const { document } = set
  const change = (next: Partial<TaskSetDocument>) =>
    save.mutate({ id: set.id, document: { ...document, ...next } })
  const number = (
    name: 'pauseSeconds' | 'waitMinutes' | 'limitMinutes',
    range: { min: number; max: number; unit: 'seconds' | 'minutes'; help?: string },
  ) => (
    <Option label={t(`task.${name}`)} {...(range.help ? { help: range.help } : {})}>
      {id => (
        <LateNumber
          id={id}
          label={t(`task.${name}`)}
          value={document[name]}
          min={range.min}
          max={range.max}
          unit={t(`task.unit.${range.unit}`)}
          isReadOnly={isReadOnly}
          onCommit={value => value !== null && change({ [name]: value })}
        />
      )}
    </Option>
  )
  return (
    <div className="task-options">
      <EngineOption set={set} isReadOnly={isReadOnly} onChange={engine => change({ engine })} />
      <Option label={t('task.mode')} help={t('task.modeHelp')}>
        {() => (
          <Radio.Group
            value={document.mode}
            disabled={isReadOnly}
            aria-label={t('task.mode')}
            options={taskModes.map(value => ({ value, label: t(`task.mode.${value}`) }))}
            onChange={event => change({ mode: event.target.value === 'parallel' ? 'parallel' : 'sequence' })}
          />
        )}
      </Option>
      {document.mode === 'sequence' && (
        <>
          <Option label={t('task.onFailure')} help={t('task.onFailureHelp')}>
            {() => (
              <Radio.Group
                value={document.onFailure}
                disabled={isReadOnly}
                aria-label={t('task.onFailure')}
                options={(['stop', 'continue'] as const).map(value => ({
                  value,
                  label: t(`task.onFailure.${value}`),
                }))}
                onChange={event =>
                  change({ onFailure: event.target.value === 'continue' ? 'continue' : 'stop' })
                }
              />
            )}
          </Option>
          {number('pauseSeconds', { min: 0, max: 86_400, unit: 'seconds' })}
        </>
      )}
      <Option label={t('execution.sla')} help={t('execution.slaHelp')}>
        {() => (
          <Checkbox
            checked={document.failsOnSla}
            disabled={isReadOnly}
            onChange={event => change({ failsOnSla: event.target.checked })}
          >
            {t('task.failsOnSla')}
          </Checkbox>
        )}
      </Option>
      {number('waitMinutes', { min: 0, max: 1_440, unit: 'minutes', help: t('task.waitMinutesHelp') })}
      {number('limitMinutes', { min: 1, max: 20_160, unit: 'minutes' })}
    </div>
  )
}

/** The engine of the set; it can be changed only while no task has a scenario of the present one. */
function EngineOption({
  set,
  isReadOnly,
  onChange,
}: {
  readonly set: TaskSet
  readonly isReadOnly: boolean
  readonly onChange: (engine: Engine) => void
}) {
  const t = useT()
  const { document } = set
  const isPossible = (engine: Engine) =>
    engine === document.engine || set.tasks.every(({ outlook }) => (outlook?.engine ?? engine) === engine)
  return (
    <Option label={t('task.engine')} help={t('task.engineHelp')}>
      {() => (
        <Radio.Group
          value={document.engine}
          disabled={isReadOnly}
          aria-label={t('task.engine')}
          onChange={event => onChange(engineNamed(event.target.value) ?? document.engine)}
        >
          {engineOptions.map(({ value: engine, label }) => (
            <Tooltip
              key={engine}
              title={
                isPossible(engine)
                  ? ''
                  : t('task.engineFixed', { engine: label, now: engines[document.engine].displayName })
              }
            >
              <Radio value={engine} disabled={!isPossible(engine)}>
                {label}
              </Radio>
            </Tooltip>
          ))}
        </Radio.Group>
      )}
    </Option>
  )
}

function Option(props: {
  readonly label: string
  readonly help?: string
  readonly children: (id: string) => ReactNode
}) {
  const id = useId()
  return (
    <div className="task-option">
      <label htmlFor={id}>{props.label}</label>
      <div>
        {props.children(id)}
        {props.help && <small className="secondary">{props.help}</small>}
      </div>
    </div>
  )
}
