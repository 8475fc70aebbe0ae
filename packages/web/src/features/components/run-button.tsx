/** The primary action of the editor: run the component by itself, or stop it; users and loops beside it. */
import { CaretRightFilled, SettingOutlined, StopOutlined } from '@ant-design/icons'
import { Button, Popover, Space, Tooltip } from 'antd'
import { useT } from '../../lib/i18n.ts'
import type { DebugRun } from './debug-model.ts'
import { NumberField } from './number-field.tsx'

export interface RunOptions {
  readonly users: number
  readonly loops: number
}

interface RunButtonProps {
  readonly run: DebugRun | null
  readonly options: RunOptions
  readonly onOptions: (options: RunOptions) => void
  readonly onRun: () => void
  readonly onStop: () => void
}

export function RunButton({ run, options, onOptions, onRun, onStop }: RunButtonProps) {
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
  return (
    <Space.Compact>
      <Tooltip title={t('component.run.hint')} mouseEnterDelay={0.5}>
        <Button type="primary" icon={<CaretRightFilled />} onClick={onRun}>
          {t('component.run.start')}
          {(options.users > 1 || options.loops > 1) && ` ${options.users} × ${options.loops}`}
        </Button>
      </Tooltip>
      <Popover
        trigger="click"
        placement="bottomRight"
        content={
          <div className="cd-run-options">
            <label>
              {t('component.run.users')}
              <NumberField
                label={t('component.run.users')}
                value={options.users}
                min={1}
                max={10}
                onChange={users => onOptions({ ...options, users })}
              />
            </label>
            <label>
              {t('component.run.loops')}
              <NumberField
                label={t('component.run.loops')}
                value={options.loops}
                min={1}
                max={100}
                onChange={loops => onOptions({ ...options, loops })}
              />
            </label>
            <p className="cd-help">{t('component.run.optionsHelp')}</p>
          </div>
        }
      >
        <Button type="primary" icon={<SettingOutlined />} aria-label={t('component.run.options')} />
      </Popover>
    </Space.Compact>
  )
}
