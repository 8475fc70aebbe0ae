/** Whether an incident is open, and why it was closed. */
import type { AlertIncident } from '@pone/contract/entities/alert.ts'
import { useT } from '../../../../lib/i18n.ts'
import { StatusTag } from '../../../../ui/status-tag.tsx'

export function IncidentState(props: {
  readonly incident: Pick<AlertIncident, 'closedAt' | 'closeReason' | 'acknowledgedAt'>
}) {
  const { closedAt, closeReason, acknowledgedAt } = props.incident
  const t = useT()
  if (closedAt === null)
    return (
      <StatusTag tone={acknowledgedAt === null ? 'failed' : 'warning'}>
        {t(acknowledgedAt === null ? 'alert.isOpen' : 'alert.isAcknowledged')}
      </StatusTag>
    )
  if (closeReason === null) return <StatusTag tone="passed">{t('alert.recovered')}</StatusTag>
  return <StatusTag tone="off">{t(`alert.closed.${closeReason}`)}</StatusTag>
}
