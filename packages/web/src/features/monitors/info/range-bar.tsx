/** Choice of the range of time, of its start and end, and of refreshing by itself. */
import { ReloadOutlined } from '@ant-design/icons'
import { formatDuration } from '@pone/metrics/figures.ts'
import { Button, Popover, Select, Switch } from 'antd'
import { useState } from 'react'
import { useT } from '../../../lib/i18n.ts'
import { InstantPicker } from '../../../ui/form/instant-picker.tsx'
import { formatInstant } from '../../../ui/format.ts'
import { type RangeFault, rangeFault, rangeLengths, rangeText, type TimeRange } from './range.ts'

interface RangeBarProps {
  readonly range: TimeRange
  readonly onRange: (range: TimeRange) => void
  readonly isLive: boolean
  readonly onLive: (isLive: boolean) => void
  readonly onRefresh: () => void
}

const minuteMs = 60_000
const shortLength = (ms: number) =>
  ms % (60 * minuteMs) === 0 ? `${ms / (60 * minuteMs)} h` : formatDuration(ms).replace(' 00 s', '')

export function RangeBar({ range, onRange, isLive, onLive, onRefresh }: RangeBarProps) {
  const t = useT()
  const [isChoosing, setChoosing] = useState(false)
  const fixed =
    range.kind === 'fixed'
      ? [{ value: rangeText(range), label: fixedText(range, t('monitor.range.now')) }]
      : []
  return (
    <div className="monitor-range">
      <Select
        aria-label={t('monitor.range')}
        value={rangeText(range)}
        popupMatchSelectWidth={false}
        style={{ minWidth: 140 }}
        options={[
          ...fixed,
          ...rangeLengths.map(lengthMs => ({
            value: String(lengthMs),
            label: t('monitor.range.last', { length: shortLength(lengthMs) }),
          })),
        ]}
        onChange={value => {
          const lengthMs = rangeLengths.find(each => String(each) === value)
          if (lengthMs !== undefined) onRange({ kind: 'last', lengthMs })
        }}
      />
      <Popover
        trigger="click"
        placement="bottomRight"
        open={isChoosing}
        onOpenChange={setChoosing}
        destroyOnHidden
        content={
          <FixedRange
            range={range}
            onChosen={chosen => {
              setChoosing(false)
              onRange(chosen)
            }}
          />
        }
      >
        <Button>{t('monitor.range.fixed')}</Button>
      </Popover>
      <label className="monitor-live">
        <Switch size="small" checked={isLive} onChange={onLive} aria-label={t('monitor.autoRefresh')} />
        {t('monitor.autoRefresh')}
      </label>
      <Button
        icon={<ReloadOutlined />}
        aria-label={t('action.refresh')}
        title={t('action.refresh')}
        onClick={onRefresh}
      />
    </div>
  )
}

const fixedText = (range: Extract<TimeRange, { kind: 'fixed' }>, now: string): string =>
  `${formatInstant(range.from)} – ${range.to === null ? now : formatInstant(range.to)}`

function FixedRange(props: { readonly range: TimeRange; readonly onChosen: (range: TimeRange) => void }) {
  const { range, onChosen } = props
  const t = useT()
  const [from, setFrom] = useState<number | null>(range.kind === 'fixed' ? range.from : null)
  const [to, setTo] = useState<number | null>(range.kind === 'fixed' ? range.to : null)
  const [fault, setFault] = useState<RangeFault | null>(null)
  return (
    <form
      className="monitor-fixed-range"
      onSubmit={event => {
        event.preventDefault()
        const found = rangeFault(from, to, Date.now())
        setFault(found)
        if (found === null && from !== null) onChosen({ kind: 'fixed', from, to })
      }}
    >
      <label htmlFor="monitor-range-from">{t('monitor.range.from')}</label>
      <InstantPicker id="monitor-range-from" value={from} onChange={setFrom} />
      <label htmlFor="monitor-range-to">{t('monitor.range.to')}</label>
      <InstantPicker id="monitor-range-to" value={to} onChange={setTo} />
      <p className="secondary">{t('monitor.range.toHelp')}</p>
      {fault !== null && (
        <p role="alert" className="monitor-fault">
          {t(`monitor.range.${fault}`)}
        </p>
      )}
      <Button type="primary" htmlType="submit">
        {t('monitor.range.apply')}
      </Button>
    </form>
  )
}
