/** Entries of the timeline of an incident as texts, with what held notices back; pure. */
import type { AlertTimelineEntry, NoticeDelivery } from '@pone/contract/entities/alert.ts'
import { formatNumber } from '@pone/metrics/figures.ts'
import type { Translate } from '../../../../lib/i18n.ts'
import { formatInstant } from '../../../../ui/format.ts'

type Transition = Extract<AlertTimelineEntry, { kind: 'transition' }>
type ValueText = (value: number | null) => string

export function entryText(entry: AlertTimelineEntry, t: Translate, valueText: ValueText): string {
  switch (entry.kind) {
    case 'acknowledgement':
      return t('alert.did.acknowledgement', { by: entry.by })
    case 'assignment':
      return entry.to === null
        ? t('alert.did.unassignment', { by: entry.by })
        : t('alert.did.assignment', { by: entry.by, to: entry.to })
    case 'comment':
      return t('alert.did.comment', { by: entry.by })
    case 'transition':
      return transitionText(entry, t, valueText)
  }
}

function transitionText(entry: Transition, t: Translate, valueText: ValueText): string {
  const { from, to, value, notice, reason } = entry
  return [
    from === to
      ? t(`alert.phase.${to}`)
      : t('alert.transition', { from: t(`alert.phase.${from}`), to: t(`alert.phase.${to}`) }),
    value !== null && t('alert.valueIs', { value: valueText(value) }),
    notice !== null && t('alert.noticeIs', { kind: t(`alert.noticeKind.${notice}`) }),
    heldBackText(entry, t),
    silenceText(entry, t),
    reason !== null && t(`alert.closed.${reason}`),
  ]
    .filter(part => part !== false)
    .join(' · ')
}

/** What held the notice back, and until when. */
function heldBackText({ mutedBy, mutedFor, heldUntil }: Transition, t: Translate): string | false {
  if (mutedBy === null) return false
  const named = mutedFor ?? ''
  const cause =
    mutedBy === 'dependency' && named !== ''
      ? t('alert.muteByMonitors', { names: named })
      : t(`alert.mute.${mutedBy}`)
  // After a trigger of an alert that flaps, that is the end of its silence.
  const isBySchedule = mutedBy === 'maintenance' || mutedBy === 'outsideHours'
  const until = isBySchedule && heldUntil !== null ? formatInstant(heldUntil) : ''
  return t('alert.mutedBy', { cause: until === '' ? cause : t('alert.muteUntil', { cause, time: until }) })
}

/** Until when a trigger keeps further breaches from being told. */
function silenceText({ at, to, mutedBy, heldUntil }: Transition, t: Translate): string | false {
  const isTold = to === 'triggered' && (mutedBy === null || mutedBy === 'flapping')
  if (!isTold || heldUntil === null || heldUntil <= at) return false
  return t('alert.silentUntil', { time: formatInstant(heldUntil) })
}

/** What became of a notice in a channel. */
export function deliveryText(delivery: NoticeDelivery, t: Translate): string {
  const { state, endedAt, together } = delivery
  const channel = delivery.channel ?? t('alert.gone')
  return [
    t(`alert.delivered.${state}`, { channel, time: formatInstant(endedAt) }),
    state === 'sent' && together > 1 && t('alert.deliveredWith', { count: together - 1 }),
    delayText(delivery, t),
  ]
    .filter(part => part !== false)
    .join(' · ')
}

function delayText({ state, attempts, heldBy }: NoticeDelivery, t: Translate): string | false {
  if (heldBy === 'rateLimit') return t('alert.delay.rateLimit')
  if (heldBy === 'channelOff') return t('alert.delay.channelOff')
  if (heldBy === null && state !== 'failed') return false
  return t('alert.delay.receiver', { count: attempts, attempts: formatNumber(attempts) })
}
