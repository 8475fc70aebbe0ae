/** The mark of what passed or failed: a sign that is read out, or a sign with the word beside it. */
import { CheckCircleFilled, CloseCircleFilled } from '@ant-design/icons'
import { useT } from '../../../lib/i18n.ts'

interface PassMarkProps {
  readonly isPassed: boolean
}

export function PassMark({ isPassed }: PassMarkProps) {
  const t = useT()
  const Icon = isPassed ? CheckCircleFilled : CloseCircleFilled
  return (
    <span className={passClass(isPassed)}>
      <Icon aria-label={t(isPassed ? 'component.debug.passed' : 'component.debug.failed')} />
    </span>
  )
}

/** A table cell that says so in a word. */
export function PassCell({ isPassed }: PassMarkProps) {
  const t = useT()
  const Icon = isPassed ? CheckCircleFilled : CloseCircleFilled
  return (
    <td className={passClass(isPassed)}>
      <Icon aria-hidden /> {t(isPassed ? 'component.debug.passed' : 'component.debug.failed')}
    </td>
  )
}

export const passClass = (isPassed: boolean): string => (isPassed ? 'cd-passed' : 'cd-failed')
