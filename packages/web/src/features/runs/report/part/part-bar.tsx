/** What can be done with the part that was dragged over on a chart: a report of it, or all of the charts again. It stays at the bottom of the window, where it moves nothing. */
import { formatClock, formatDuration } from '@pone/metrics/figures.ts'
import type { RunPart } from '@pone/metrics/run-part.ts'
import { Button, Checkbox } from 'antd'
import { useState } from 'react'
import { useT } from '../../../../lib/i18n.ts'
import type { ChosenRange } from '../range-choice.tsx'
import './part-bar.css'

export interface PartActions {
  /** Without SLA rules there is nothing to judge. */
  readonly hasRules: boolean
  readonly isBusy: boolean
  readonly onGenerate: (range: ChosenRange) => void
}

export function PartBar({
  part,
  actions,
  onShowAll,
}: {
  readonly part: RunPart
  /** Null where the user may not make reports. */
  readonly actions: PartActions | null
  readonly onShowAll: () => void
}) {
  const t = useT()
  const [includesRampUp, setIncludesRampUp] = useState(false)
  const times = {
    from: formatClock(part.fromMs / 1_000),
    to: formatClock(part.toMs / 1_000),
    duration: formatDuration(part.toMs - part.fromMs),
  }
  return (
    <aside className="report-part-bar" aria-label={t('report.chosen')}>
      <span role="status">{t('report.chosen.text', times)}</span>
      {actions?.hasRules && (
        <Checkbox checked={includesRampUp} onChange={event => setIncludesRampUp(event.target.checked)}>
          {t('report.includesRampUp')}
        </Checkbox>
      )}
      {actions !== null && (
        <Button
          type="primary"
          loading={actions.isBusy}
          onClick={() => actions.onGenerate({ ...part, includesRampUp })}
        >
          {t('report.ofThisPart')}
        </Button>
      )}
      <Button onClick={onShowAll}>{t('report.showAll')}</Button>
    </aside>
  )
}
