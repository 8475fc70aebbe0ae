/** Sets the load manually during the run. */
import { SlidersOutlined } from '@ant-design/icons'
import { formatNumber } from '@pone/metrics/figures.ts'
import { Button, InputNumber, Popover, Slider } from 'antd'
import { useState } from 'react'
import { useT } from '../../../lib/i18n.ts'

export interface ChangeLoadProps {
  readonly current: number
  readonly manual: number | null
  readonly isArrivals: boolean
  readonly isBusy: boolean
  readonly onChange: (load: number | null) => void
}

export function ChangeLoad({ current, manual, isArrivals, isBusy, onChange }: ChangeLoadProps) {
  const t = useT()
  const [isOpen, setOpen] = useState(false)
  const [load, setLoad] = useState(current)
  const apply = (value: number | null) => {
    onChange(value)
    setOpen(false)
  }
  const label = t(isArrivals ? 'run.changeLoadRate' : 'run.changeLoadUsers')
  return (
    <Popover
      open={isOpen}
      trigger="click"
      placement="bottomRight"
      onOpenChange={open => {
        setOpen(open)
        if (open) setLoad(manual ?? current)
      }}
      content={
        <form
          className="run-change-load"
          onSubmit={event => {
            event.preventDefault()
            apply(load)
          }}
        >
          <label htmlFor="run-load">{label}</label>
          <div>
            <Slider
              min={0}
              max={Math.max(10, current * 3, load)}
              value={load}
              onChange={setLoad}
              ariaLabelForHandle={label}
            />
            <InputNumber
              id="run-load"
              min={0}
              max={1_000_000}
              precision={0}
              value={load}
              changeOnWheel={false}
              onChange={value => value !== null && setLoad(value)}
            />
          </div>
          <small>{t('run.changeLoadHelp')}</small>
          <div>
            {manual !== null && <Button onClick={() => apply(null)}>{t('run.changeLoadReset')}</Button>}
            <Button type="primary" htmlType="submit" loading={isBusy}>
              {t('run.changeLoadApply')}
            </Button>
          </div>
        </form>
      }
    >
      <Button icon={<SlidersOutlined />}>
        {manual === null ? t('run.changeLoad') : t('run.changeLoadManual', { load: formatNumber(manual) })}
      </Button>
    </Popover>
  )
}
