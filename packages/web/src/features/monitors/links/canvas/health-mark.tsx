/** Health of a node as an icon with its word for screen readers; the colour alone says nothing. */
import {
  CheckCircleFilled,
  ClockCircleFilled,
  CloseCircleFilled,
  MinusCircleFilled,
  QuestionCircleFilled,
  WarningFilled,
} from '@ant-design/icons'
import { useT } from '../../../../lib/i18n.ts'
import type { Health } from './health.ts'

const icons = {
  lost: QuestionCircleFilled,
  stopped: MinusCircleFilled,
  waiting: ClockCircleFilled,
  up: CheckCircleFilled,
  warning: WarningFilled,
  down: CloseCircleFilled,
} as const

export function HealthMark({ health }: { readonly health: Health }) {
  const t = useT()
  if (health === 'none') return null
  const Icon = icons[health]
  const text = t(`monitorLink.health.${health}`)
  return <Icon className="link-health-mark" role="img" aria-label={text} title={text} />
}
