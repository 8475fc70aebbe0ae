/** What a rule would have done with values of the past: states as intervals, and notices. Pure, browser-safe. */
import { type AlertTiming, isBreach } from './rule.ts'
import {
  type AlertPhase,
  type AlertTransition,
  type MuteCause,
  type NoticeKind,
  quietAlertState,
  stepAlert,
} from './state.ts'

export interface PastValues {
  /** Epoch ms, ascending. */
  readonly at: readonly number[]
  /** null: not known. */
  readonly values: readonly (number | null)[]
}

export interface RehearsedRule {
  readonly timing: AlertTiming
  /** Why a notice at the instant is held back. */
  readonly mutedAt: (at: number) => MuteCause | null
}

export interface RehearsedNotice {
  readonly at: number
  readonly kind: NoticeKind
  readonly value: number | null
  readonly incident: number
}

export interface Rehearsal {
  readonly samples: number
  readonly breaches: number
  readonly incidents: number
  /** In the order of time, without gaps; the last one ends with the range. */
  readonly intervals: readonly { readonly from: number; readonly to: number; readonly phase: AlertPhase }[]
  readonly notices: readonly RehearsedNotice[]
  /** Notices that were held back. */
  readonly muted: readonly { readonly at: number; readonly by: MuteCause }[]
}

/** How often the end of a silence is looked for, as on the server; the rehearsal looks at multiples of it. */
export const alertTickMs = 5_000

/** The rule begins activated at `from`; values outside the range are not used. */
export function rehearse(
  rule: RehearsedRule,
  past: PastValues,
  range: { from: number; to: number },
): Rehearsal {
  const { timing, mutedAt } = rule
  let state = quietAlertState
  const transitions: AlertTransition[] = []
  let samples = 0
  let breaches = 0
  const take = (now: number, value: number | null): void => {
    const muted = mutedAt(now)
    const step =
      value === null
        ? stepAlert(state, { kind: 'tick', now, muted }, timing)
        : stepAlert(state, { kind: 'sample', at: now, now, value, muted }, timing)
    state = step.state
    transitions.push(...step.transitions)
  }
  /** Between two samples only the first tick and the one at the end of the silence can change anything but a rest. */
  const pass = (until: number, since: number): void => {
    const first = (Math.floor(since / alertTickMs) + 1) * alertTickMs
    for (let now = first; now < until && state.isOpen; now += alertTickMs) {
      const isWaiting = state.phase === 'silent' && now < state.silentUntil
      if (isWaiting) now += Math.floor((Math.min(state.silentUntil, until) - now) / alertTickMs) * alertTickMs
      if (now < until) take(now, null)
    }
  }
  let before = range.from
  for (const [index, at] of past.at.entries()) {
    const value = past.values[index] ?? null
    if (at < range.from || at >= range.to || value === null || !Number.isFinite(value)) continue
    pass(at, before)
    take(at, value)
    before = at
    samples += 1
    if (isBreach(value, timing)) breaches += 1
  }
  pass(range.to, before)
  return { samples, breaches, incidents: state.incident, ...told(transitions, range) }
}

function told(
  transitions: readonly AlertTransition[],
  { from, to }: { from: number; to: number },
): Pick<Rehearsal, 'intervals' | 'notices' | 'muted'> {
  const moves = transitions.filter(each => each.from !== each.to)
  const ends = [...moves.map(each => each.now), to]
  const starts = [
    { at: from, phase: quietAlertState.phase },
    ...moves.map(each => ({ at: each.now, phase: each.to })),
  ]
  const intervals = starts
    .map(({ at, phase }, index) => ({ from: at, to: ends[index] ?? to, phase }))
    .filter(each => each.from < each.to)
  const notices = transitions.flatMap(({ now: at, notice: kind, value, incident }) =>
    kind === null ? [] : [{ at, kind, value, incident }],
  )
  const muted = transitions.flatMap(({ now: at, mutedBy: by }) => (by === null ? [] : [{ at, by }]))
  return { intervals, notices, muted }
}

export interface RehearsedChange {
  readonly before: Rehearsal
  readonly after: Rehearsal
  /** Notices that only one of both makes: of the same kind there is none of the other at the same instant. */
  readonly added: readonly RehearsedNotice[]
  readonly removed: readonly RehearsedNotice[]
}

/** Beside each other what the present rule did and what a changed one would have done. */
export function rehearseChange(
  rules: { readonly before: RehearsedRule; readonly after: RehearsedRule },
  past: PastValues,
  range: { from: number; to: number },
): RehearsedChange {
  const before = rehearse(rules.before, past, range)
  const after = rehearse(rules.after, past, range)
  const only = (these: Rehearsal, others: Rehearsal): RehearsedNotice[] =>
    these.notices.filter(
      notice => !others.notices.some(({ at, kind }) => at === notice.at && kind === notice.kind),
    )
  return { before, after, added: only(after, before), removed: only(before, after) }
}
