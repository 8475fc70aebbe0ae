/** The primary action of the editor: run the component by itself, or stop it; users and loops beside it. */
import { CaretRightFilled, SettingOutlined, StopOutlined } from '@ant-design/icons'
import { formatNumber } from '@pone/metrics/figures.ts'
import type { ThreadGroup } from '@pone/plan/component/component.ts'
import { debugLoadOf } from '@pone/plan/component/debug-load.ts'
import { maxDebugLoops, maxDebugSeconds, maxDebugUsers } from '@pone/schema/limits.ts'
import { Button, Popover, Radio, Space, Tooltip } from 'antd'
import { useT } from '../../../lib/i18n.ts'
import type { DebugRun } from '../exchange/debug-model.ts'
import { NumberField } from '../fields/number-field.tsx'

export interface RunOptions {
  /** threadGroup: as configured in the component's thread group, within the limits of a standalone execution. */
  readonly load: 'given' | 'threadGroup'
  readonly users: number
  readonly loops: number
}

interface RunButtonProps {
  readonly run: DebugRun | null
  readonly options: RunOptions
  readonly threadGroup: ThreadGroup
  readonly onOptions: (options: RunOptions) => void
  readonly onRun: () => void
  readonly onStop: () => void
}

export function RunButton({ run, options, threadGroup, onOptions, onRun, onStop }: RunButtonProps) {
  const t = useT()
  if (run && run.state !== 'ended') {
    return (
      <Button
        danger
        icon={<StopOutlined />}
        loading={run.state === 'stopping'}
        disabled={run.state === 'starting'}
        onClick={onStop}
      >
        {t('component.run.stop')}
      </Button>
    )
  }
  const load = options.load === 'threadGroup' ? debugLoadOf(threadGroup) : options
  return (
    <Space.Compact>
      <Tooltip title={t('component.run.hint')} mouseEnterDelay={0.5}>
        <Button type="primary" icon={<CaretRightFilled />} onClick={onRun}>
          {t('component.run.start')}
          {(load.users > 1 || load.loops > 1) && ` ${load.users} × ${load.loops}`}
        </Button>
      </Tooltip>
      <Popover
        trigger="click"
        placement="bottomRight"
        content={<RunOptionsForm options={options} threadGroup={threadGroup} onOptions={onOptions} />}
      >
        <Button type="primary" icon={<SettingOutlined />} aria-label={t('component.run.options')} />
      </Popover>
    </Space.Compact>
  )
}

const loads = ['given', 'threadGroup'] as const
const amounts = [
  ['users', maxDebugUsers],
  ['loops', maxDebugLoops],
] as const

function RunOptionsForm({
  options,
  threadGroup,
  onOptions,
}: Pick<RunButtonProps, 'options' | 'threadGroup' | 'onOptions'>) {
  const t = useT()
  return (
    <div className="cd-run-options">
      <Radio.Group
        className="cd-run-load"
        value={options.load}
        aria-label={t('component.run.options')}
        options={loads.map(value => ({ value, label: t(`component.run.load.${value}`) }))}
        onChange={({ target }) =>
          onOptions({ ...options, load: loads.find(load => load === target.value) ?? 'given' })
        }
      />
      {options.load === 'threadGroup' ? (
        <GroupLoad threadGroup={threadGroup} />
      ) : (
        amounts.map(([key, max]) => (
          <label key={key}>
            {t(`component.run.${key}`)}
            <NumberField
              label={t(`component.run.${key}`)}
              value={options[key]}
              min={1}
              max={max}
              onChange={value => onOptions({ ...options, [key]: value })}
            />
          </label>
        ))
      )}
      <p className="cd-help">{t('component.run.optionsHelp')}</p>
    </div>
  )
}

/** The settings of the thread group, and the note that a standalone execution is limited. */
function GroupLoad({ threadGroup }: Pick<RunButtonProps, 'threadGroup'>) {
  const t = useT()
  const { threads, rampUpSeconds, loops } = threadGroup
  const isForever = loops === 0
  const isCut = threads > maxDebugUsers || loops > maxDebugLoops || isForever
  return (
    <p className="cd-help">
      {t('component.run.threadGroup', {
        threads: formatNumber(threads),
        rampUp: formatNumber(rampUpSeconds),
        loops: isForever ? t('component.threadGroup.forever') : formatNumber(loops),
      })}
      {isCut &&
        ` ${t('component.run.bounds', { users: maxDebugUsers, loops: maxDebugLoops, minutes: maxDebugSeconds / 60 })}`}
    </p>
  )
}
