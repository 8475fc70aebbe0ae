/** The level of an alert as icon and word. */
import { BellFilled, InfoCircleFilled, WarningFilled } from '@ant-design/icons'
import type { AlertIncident } from '@pone/contract/entities/alert.ts'
import type { ReactNode } from 'react'
import { useT } from '../../../lib/i18n.ts'
import { StatusTag } from '../../../ui/status-tag.tsx'
import type { StatusTone } from '../../../ui/theme/palette.ts'

type AlertLevel = AlertIncident['level']

const looks: Readonly<Record<AlertLevel, { readonly tone: StatusTone; readonly icon: ReactNode }>> = {
  notice: { tone: 'running', icon: <InfoCircleFilled /> },
  warning: { tone: 'warning', icon: <WarningFilled /> },
  critical: { tone: 'failed', icon: <BellFilled /> },
}

export function LevelTag({ level }: { readonly level: AlertLevel }) {
  const t = useT()
  const { tone, icon } = looks[level]
  return (
    <StatusTag tone={tone} icon={icon}>
      {t(`alert.level.${level}`)}
    </StatusTag>
  )
}
