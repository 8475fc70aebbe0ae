/** Sets the load by hand during the run: of the whole run or by component, at once or over a ramp. */
import { SlidersOutlined } from '@ant-design/icons'
import type { RunDetail } from '@pone/contract/entities/run.ts'
import { formatNumber } from '@pone/metrics/figures.ts'
import { Button, InputNumber, Popover, Segmented, Slider } from 'antd'
import { useState } from 'react'
import { useT } from '../../../lib/i18n.ts'
import { type LoadWish, useComponentNames } from '../run-queries.ts'
import { type ComponentLoad, componentLoads } from './change-load-model.ts'

const maxLoad = 1_000_000
const maxRampSeconds = 86_400

export interface ChangeLoadProps {
  readonly run: RunDetail
  /** The target of the latest second. */
  readonly current: number
  readonly isBusy: boolean
  readonly onChange: (wish: LoadWish) => void
}

export function ChangeLoad({ run, current, isBusy, onChange }: ChangeLoadProps) {
  const t = useT()
  const [isOpen, setOpen] = useState(false)
  const { manualLoad } = run
  return (
    <Popover
      open={isOpen}
      trigger="click"
      placement="bottomLeft"
      // Moved to fit the window: a flipped one would stay flipped, over the menu, when the window becomes narrower.
      align={{ overflow: { adjustX: false, shiftX: true, adjustY: true } }}
      destroyOnHidden
      onOpenChange={setOpen}
      content={
        <ChangeForm
          run={run}
          current={current}
          isBusy={isBusy}
          onChange={wish => {
            onChange(wish)
            setOpen(false)
          }}
        />
      }
    >
      <Button icon={<SlidersOutlined aria-hidden />}>
        {manualLoad === null
          ? t('run.changeLoad')
          : t('run.changeLoadManual', { load: formatNumber(manualLoad) })}
      </Button>
    </Popover>
  )
}

function ChangeForm({ run, current, isBusy, onChange }: ChangeLoadProps) {
  const t = useT()
  const present = run.manualLoad ?? current
  const [load, setLoad] = useState(present)
  const [parts, setParts] = useState(() => componentLoads(run, present))
  const [isByParts, setByParts] = useState(run.loadOrder !== null && run.loadOrder.parts !== null)
  const [rampSeconds, setRampSeconds] = useState(0)
  const sum = parts.reduce((total, part) => total + part.load, 0)
  const apply = () =>
    onChange(
      isByParts ? { load: sum, components: parts, rampSeconds } : { load, components: null, rampSeconds },
    )
  return (
    <form
      className="run-change-load"
      onSubmit={event => {
        event.preventDefault()
        apply()
      }}
    >
      {parts.length > 0 && (
        <Segmented
          block
          value={isByParts ? 'parts' : 'total'}
          options={[
            { value: 'total', label: t('run.changeLoadTotal') },
            { value: 'parts', label: t('run.changeLoadParts') },
          ]}
          onChange={mode => setByParts(mode === 'parts')}
        />
      )}
      {isByParts ? (
        <Parts run={run} parts={parts} sum={sum} onChange={setParts} />
      ) : (
        <Total run={run} load={load} highest={Math.max(10, current * 3, load)} onChange={setLoad} />
      )}
      <label htmlFor="run-load-ramp">{t('run.changeLoadRamp')}</label>
      <InputNumber
        id="run-load-ramp"
        min={0}
        max={maxRampSeconds}
        precision={0}
        value={rampSeconds}
        suffix={t('run.changeLoadSeconds')}
        changeOnWheel={false}
        onChange={value => value !== null && setRampSeconds(value)}
      />
      <small>{t('run.changeLoadHelp')}</small>
      {run.scenario.drive === 'users' && <small>{t('run.changeLoadReserved')}</small>}
      <div>
        {run.manualLoad !== null && (
          <Button onClick={() => onChange({ load: null, components: null, rampSeconds: 0 })}>
            {t('run.changeLoadReset')}
          </Button>
        )}
        <Button type="primary" htmlType="submit" loading={isBusy}>
          {t('run.changeLoadApply')}
        </Button>
      </div>
    </form>
  )
}

const isRateOf = ({ scenario }: Pick<RunDetail, 'scenario'>): boolean => scenario.drive === 'arrivals'

const labelKey = (run: Pick<RunDetail, 'scenario'>) =>
  isRateOf(run) ? 'run.changeLoadRate' : 'run.changeLoadUsers'

/** The load of the whole run. */
function Total(props: {
  readonly run: RunDetail
  readonly load: number
  /** The right end of the slider. */
  readonly highest: number
  readonly onChange: (load: number) => void
}) {
  const t = useT()
  const label = t(labelKey(props.run))
  return (
    <>
      <label htmlFor="run-load">{label}</label>
      <div>
        <Slider
          min={0}
          max={props.highest}
          value={props.load}
          onChange={props.onChange}
          ariaLabelForHandle={label}
        />
        <InputNumber
          id="run-load"
          min={0}
          max={maxLoad}
          {...(isRateOf(props.run) ? {} : { precision: 0 })}
          value={props.load}
          changeOnWheel={false}
          onChange={value => value !== null && props.onChange(value)}
        />
      </div>
    </>
  )
}

/** A load for each component, and their sum. */
function Parts({
  run,
  parts,
  sum,
  onChange,
}: {
  readonly run: RunDetail
  readonly parts: readonly ComponentLoad[]
  readonly sum: number
  readonly onChange: (parts: ComponentLoad[]) => void
}) {
  const t = useT()
  const nameOf = useComponentNames()
  return (
    <fieldset className="run-load-parts">
      <legend>{t(labelKey(run))}</legend>
      {parts.map(({ componentId, load }, at) => (
        <label key={componentId}>
          <span>{nameOf(componentId) ?? t('run.changeLoadComponent', { number: at + 1 })}</span>
          <InputNumber
            min={0}
            max={maxLoad}
            {...(isRateOf(run) ? {} : { precision: 0 })}
            value={load}
            changeOnWheel={false}
            onChange={value =>
              value !== null &&
              onChange(parts.map((part, other) => (other === at ? { ...part, load: value } : part)))
            }
          />
        </label>
      ))}
      <small>{t('run.changeLoadSum', { sum: formatNumber(sum) })}</small>
    </fieldset>
  )
}
