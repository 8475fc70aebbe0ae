/** The mark of a step's last result in the step tree: passed, failed or not executed, how often and how long. */
import { CheckCircleFilled, CloseCircleFilled, MinusCircleOutlined } from '@ant-design/icons'
import { formatMs } from '@pone/metrics/figures.ts'
import { useT } from '../../../lib/i18n.ts'
import type { StepMark } from '../trial/trial-marks.ts'

interface TrialMarkProps {
  readonly mark: StepMark
  /** The step was edited since. */
  readonly isEdited: boolean
}

const icons = { passed: CheckCircleFilled, failed: CloseCircleFilled, skipped: MinusCircleOutlined } as const

export function TrialMark({ mark, isEdited }: TrialMarkProps) {
  const t = useT()
  const { state, count, failed, averageMs } = mark
  const Icon = icons[state]
  const time = averageMs === null ? null : formatMs(averageMs)
  const told = [
    t(`component.mark.${state}`),
    count !== null && count > 1 && t('component.mark.count', { count, failed }),
    time !== null && t(count === 1 ? 'component.mark.time' : 'component.mark.average', { time }),
    isEdited && t('component.mark.edited'),
  ]
    .filter(part => part !== false)
    .join(t('component.mark.between'))
  return (
    <span className={`cd-mark is-${state}${isEdited ? ' is-edited' : ''}`} title={told}>
      <span className="visually-hidden">{told}</span>
      <span aria-hidden>
        <Icon /> {count !== null && count > 1 && (failed > 0 ? `${failed}/${count} ` : `${count}× `)}
        {time}
      </span>
    </span>
  )
}
