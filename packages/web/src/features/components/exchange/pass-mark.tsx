/** The mark of a passed or failed result: an icon with a label for screen readers, or an icon with the word beside it. */
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

/** A table cell that shows the result in a word. */
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
