/** Selects the time range of a report, and whether its rules are evaluated on the ramp-up. */
import { ScissorOutlined } from '@ant-design/icons'
import { formatClock, formatDuration } from '@pone/metrics/figures.ts'
import { wholeSecondsOf } from '@pone/metrics/run-part.ts'
import { Button, Checkbox, Input, type InputRef, Popover } from 'antd'
import { useId, useRef, useState } from 'react'
import { useT } from '../../../lib/i18n.ts'
import { parseClock, type RangeEnd, rangeProblem, rangeProblemAt } from '../../../lib/run-part.ts'

/** ms since the run's start; null: from the start, or to the end. */
export interface ChosenRange {
  readonly fromMs: number | null
  readonly toMs: number | null
  readonly includesRampUp: boolean
}

export interface RangeChoiceProps {
  readonly totalMs: number
  /** Without SLA rules there is nothing to evaluate. */
  readonly hasRules: boolean
  readonly isBusy: boolean
  readonly onGenerate: (range: ChosenRange) => void
}

export function RangeChoice({ totalMs, hasRules, isBusy, onGenerate }: RangeChoiceProps) {
  const t = useT()
  const [isOpen, setOpen] = useState(false)
  const total = formatClock(totalMs / 1_000)
  const [from, setFrom] = useState(formatClock(0))
  const [to, setTo] = useState(total)
  const [includesRampUp, setIncludesRampUp] = useState(false)
  const fromMs = parseClock(from)
  // The text is rounded to tenths of a second; unchanged text means the exact end of the run.
  const toMs = to.trim() === total ? totalMs : parseClock(to)
  const problem = rangeProblem(fromMs, toMs, totalMs)
  const faulty = problem === null ? null : rangeProblemAt(problem, { fromMs, totalMs })
  const statusId = useId()
  const fields = { from: useRef<InputRef>(null), to: useRef<InputRef>(null) }
  const taken = fromMs === null || toMs === null ? null : wholeSecondsOf({ fromMs, toMs }, totalMs)
  const submit = () => {
    if (faulty !== null) fields[faulty].current?.focus({ cursor: 'all' })
    if (problem !== null || taken === null) return
    const isWhole = taken.fromMs === 0 && taken.toMs >= totalMs
    onGenerate({ ...(isWhole ? { fromMs: null, toMs: null } : taken), includesRampUp })
    setOpen(false)
  }
  const field = (end: RangeEnd, value: string, change: (value: string) => void) => (
    <label>
      {t(`report.${end}`)}
      <Input
        ref={fields[end]}
        value={value}
        {...(faulty === end ? { status: 'error', 'aria-invalid': true } : {})}
        aria-describedby={statusId}
        onChange={event => change(event.target.value)}
      />
    </label>
  )
  return (
    <Popover
      trigger="click"
      open={isOpen}
      onOpenChange={setOpen}
      placement="bottomRight"
      content={
        <form
          className="report-range"
          onSubmit={event => {
            event.preventDefault()
            submit()
          }}
        >
          {field('from', from, setFrom)}
          {field('to', to, setTo)}
          <small
            id={statusId}
            className={problem ? 'report-problem' : undefined}
            role={problem ? 'alert' : 'status'}
          >
            {problem ? (
              t(`report.range.${problem}`, { total })
            ) : (
              <Taken part={taken} fromMs={fromMs} toMs={toMs} />
            )}
          </small>
          <small>{t('report.range.help', { total })}</small>
          {hasRules && (
            <Checkbox checked={includesRampUp} onChange={event => setIncludesRampUp(event.target.checked)}>
              {t('report.includesRampUp')}
            </Checkbox>
          )}
          <Button type="primary" htmlType="submit" loading={isBusy}>
            {t('report.generate')}
          </Button>
        </form>
      }
    >
      <Button icon={<ScissorOutlined />}>{t('report.range')}</Button>
    </Popover>
  )
}

/** The resulting range in whole seconds, which may be wider than the input. */
function Taken({
  part,
  fromMs,
  toMs,
}: {
  readonly part: ReturnType<typeof wholeSecondsOf> | null
  readonly fromMs: number | null
  readonly toMs: number | null
}) {
  const t = useT()
  if (part === null) return null
  const isWidened = part.fromMs !== fromMs || part.toMs !== toMs
  return t(isWidened ? 'report.range.widened' : 'report.range.taken', {
    from: formatClock(part.fromMs / 1_000),
    to: formatClock(part.toMs / 1_000),
    duration: formatDuration(part.toMs - part.fromMs),
  })
}
