/** Selects the time range that is compared: of all runs, or of a single run. */
import { formatClock, formatDuration } from '@pone/metrics/figures.ts'
import { runDurationMs } from '@pone/metrics/run-part.ts'
import { Button, Input } from 'antd'
import { useState } from 'react'
import { useT } from '../../../lib/i18n.ts'
import { parseClock } from '../../../lib/run-part.ts'
import { FormDialog } from '../../../ui/form/form-layer.tsx'
import { type Part, wholeRun } from '../model/comparison-address.ts'
import type { PlannedRun } from '../model/comparison-plan.ts'

export interface PartDialogProps {
  /** The run whose range is edited; null: the common range of all runs without their own. */
  readonly of: PlannedRun | null
  readonly part: Part
  /** Length of the ramp-up, s; 0: no ramp-up, or unknown. */
  readonly rampUpSeconds: number
  readonly onClose: () => void
  /** null: use the common range. */
  readonly onApply: (part: Part | null) => void
}

export function PartDialog({ of, part, rampUpSeconds, onClose, onApply }: PartDialogProps) {
  const t = useT()
  const before = { from: formatClock(part.from), to: part.to === null ? '' : formatClock(part.to) }
  const [from, setFrom] = useState(before.from)
  const [to, setTo] = useState(before.to)
  const isChanged = from !== before.from || to !== before.to
  const lengthMs = of?.run ? runDurationMs(of.run) : null
  const fromMs = parseClock(from)
  const toMs = to.trim() === '' ? null : parseClock(to)
  const problem =
    fromMs === null || (toMs === null && to.trim() !== '')
      ? t('comparison.partFormat')
      : toMs !== null && fromMs >= toMs
        ? t('comparison.partOrder')
        : lengthMs !== null && fromMs >= lengthMs
          ? t('comparison.partBeyond', { length: formatDuration(lengthMs) })
          : null
  const apply = (chosen: Part | null) => {
    onApply(chosen)
    onClose()
  }
  return (
    <FormDialog
      width={440}
      footer={null}
      isChanged={isChanged}
      onClose={onClose}
      title={of?.run ? t('comparison.partTitleOf', { number: of.run.number }) : t('comparison.partTitle')}
    >
      <form
        className="cmp-part"
        onSubmit={event => {
          event.preventDefault()
          if (problem !== null || fromMs === null) return
          // Figures are stored per second.
          apply({ from: Math.floor(fromMs / 1_000), to: toMs === null ? null : Math.ceil(toMs / 1_000) })
        }}
      >
        <p>{t(of ? 'comparison.partTextOf' : 'comparison.partText')}</p>
        <div className="cmp-part-fields">
          <label>
            {t('comparison.partFrom')}
            <Input autoFocus value={from} onChange={event => setFrom(event.target.value)} />
          </label>
          <label>
            {t('comparison.partTo')}
            <Input value={to} onChange={event => setTo(event.target.value)} />
          </label>
        </div>
        <small className={problem === null ? 'secondary' : 'cmp-fault'} role={problem ? 'alert' : undefined}>
          {problem ?? t('comparison.partHelp')}
        </small>
        {rampUpSeconds > 0 && (
          <Button type="link" className="cmp-part-offer" onClick={() => setFrom(formatClock(rampUpSeconds))}>
            {t('comparison.partRampUp', { seconds: rampUpSeconds })}
          </Button>
        )}
        <div className="cmp-part-actions">
          <Button onClick={() => apply(of ? null : wholeRun)}>
            {t(of ? 'comparison.partCommon' : 'comparison.partWhole')}
          </Button>
          <Button type="primary" htmlType="submit" disabled={problem !== null}>
            {t('comparison.partApply')}
          </Button>
        </div>
      </form>
    </FormDialog>
  )
}
