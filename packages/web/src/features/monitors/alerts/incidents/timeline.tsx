/** The timeline of an incident: its transitions, notices, and what people did, the newest last. */
import type { AlertIncident, AlertTimelineEntry } from '@pone/contract/entities/alert.ts'
import { type Translate, useT } from '../../../../lib/i18n.ts'
import { useSession } from '../../../../lib/session/session.ts'
import { TimeText } from '../../../../ui/time-text.tsx'
import { useMonitorTypes } from '../../shared/use-monitor-types.ts'
import { indicatorValueText } from '../shared/threshold-text.ts'

export function Timeline(props: {
  readonly entries: readonly AlertTimelineEntry[]
  readonly indicator: AlertIncident['indicator']
}) {
  const { entries, indicator } = props
  const t = useT()
  const language = useSession('language')
  const { offered: types } = useMonitorTypes()
  const valueText = (value: number | null) => indicatorValueText(indicator, value, { t, language, types })
  return (
    <ol className="alert-timeline">
      {entries.map(entry => (
        <li key={`${entry.at} ${entry.kind === 'transition' ? entry.key : `${entry.kind} ${entry.by}`}`}>
          <TimeText at={entry.at} withSeconds />
          <div>
            {entryText(entry, t, valueText)}
            {entry.kind === 'comment' && <p className="alert-said">{entry.text}</p>}
          </div>
        </li>
      ))}
    </ol>
  )
}

function entryText(
  entry: AlertTimelineEntry,
  t: Translate,
  valueText: (value: number | null) => string,
): string {
  switch (entry.kind) {
    case 'acknowledgement':
      return t('alert.did.acknowledgement', { by: entry.by })
    case 'assignment':
      return entry.to === null
        ? t('alert.did.unassignment', { by: entry.by })
        : t('alert.did.assignment', { by: entry.by, to: entry.to })
    case 'comment':
      return t('alert.did.comment', { by: entry.by })
    case 'transition': {
      const { from, to, value, notice, mutedBy, reason } = entry
      return [
        from === to
          ? t(`alert.phase.${to}`)
          : t('alert.transition', { from: t(`alert.phase.${from}`), to: t(`alert.phase.${to}`) }),
        value !== null && t('alert.valueIs', { value: valueText(value) }),
        notice !== null && t('alert.noticeIs', { kind: t(`alert.noticeKind.${notice}`) }),
        mutedBy !== null && t('alert.mutedBy', { cause: t(`alert.mute.${mutedBy}`) }),
        reason !== null && t(`alert.closed.${reason}`),
      ]
        .filter(part => part !== false)
        .join(' · ')
    }
  }
}
