/** The primary action of the editor: run the component by itself, or stop it; users and loops beside it. */
import { CaretRightFilled, SettingOutlined, StopOutlined } from '@ant-design/icons'
import { formatNumber } from '@pone/metrics/figures.ts'
import type { ThreadGroup } from '@pone/plan/component/component.ts'
import { debugLoadOf } from '@pone/plan/component/debug-load.ts'
import { maxDebugLoops, maxDebugSeconds, maxDebugUsers } from '@pone/schema/limits.ts'
import { Button, Popover, Radio, Space, Tooltip } from 'antd'
import { useT } from '../../../lib/i18n.ts'
import { NumberField } from '../fields/number-field.tsx'
import type { DebugRun } from './debug-model.ts'

export interface RunOptions {
  /** threadGroup: as the component's thread group says, within the bounds of a standalone execution. */
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
  const isByGroup = options.load === 'threadGroup'
  const load = isByGroup ? debugLoadOf(threadGroup) : options
  const isCut =
    threadGroup.threads > maxDebugUsers || threadGroup.loops > maxDebugLoops || threadGroup.loops === 0
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
        content={
          <div className="cd-run-options">
            <Radio.Group
              className="cd-run-load"
              value={options.load}
              aria-label={t('component.run.options')}
              options={(['given', 'threadGroup'] as const).map(value => ({
                value,
                label: t(`component.run.load.${value}`),
              }))}
              onChange={event =>
                onOptions({
                  ...options,
                  load: event.target.value === 'threadGroup' ? 'threadGroup' : 'given',
                })
              }
            />
            {isByGroup && (
              <p className="cd-help">
                {t('component.run.threadGroup', {
                  threads: formatNumber(threadGroup.threads),
                  rampUp: formatNumber(threadGroup.rampUpSeconds),
                  loops:
                    threadGroup.loops === 0
                      ? t('component.threadGroup.forever')
                      : formatNumber(threadGroup.loops),
                })}
                {isCut &&
                  ` ${t('component.run.bounds', { users: maxDebugUsers, loops: maxDebugLoops, minutes: maxDebugSeconds / 60 })}`}
              </p>
            )}
            {!isByGroup && (
              <label>
                {t('component.run.users')}
                <NumberField
                  label={t('component.run.users')}
                  value={options.users}
                  min={1}
                  max={maxDebugUsers}
                  onChange={users => onOptions({ ...options, users })}
                />
              </label>
            )}
            {!isByGroup && (
              <label>
                {t('component.run.loops')}
                <NumberField
                  label={t('component.run.loops')}
                  value={options.loops}
                  min={1}
                  max={maxDebugLoops}
                  onChange={loops => onOptions({ ...options, loops })}
                />
              </label>
            )}
            <p className="cd-help">{t('component.run.optionsHelp')}</p>
          </div>
        }
      >
        <Button type="primary" icon={<SettingOutlined />} aria-label={t('component.run.options')} />
      </Popover>
    </Space.Compact>
  )
}
