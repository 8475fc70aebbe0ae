/**
 * The state machine of one alert: a rule on one monitor and label set. Pure: whoever calls it stores the state together
 * with the transitions, so that none is lost or made twice.
 */
import { type AlertTiming, isBreach } from './rule.ts'

export const alertPhases = ['activated', 'deactivated', 'deactivatedNotified', 'silent', 'triggered'] as const
/** `deactivatedNotified`: deactivated while an incident was open, with a notice of that. */
export type AlertPhase = (typeof alertPhases)[number]

/** Why a notice is held back. */
export const muteCauses = ['maintenance', 'outsideHours', 'dependency', 'flapping'] as const
export type MuteCause = (typeof muteCauses)[number]

export const closeReasons = ['switchedOff', 'monitorStopped', 'monitorDeleted', 'gone', 'edited'] as const
export type CloseReason = (typeof closeReasons)[number]

export const noticeKinds = ['triggered', 'flapping', 'recovered', 'closed'] as const
export type NoticeKind = (typeof noticeKinds)[number]

/** All instants are epoch ms; the form in which it is stored. */
export interface AlertState {
  readonly phase: AlertPhase
  /** Instants of the newest breaches within the trigger cycle, ascending, at most `times`; none from before the last trigger or recovery. */
  readonly breaches: readonly number[]
  /** Instant of the newest sample. */
  readonly lastAt: number | null
  readonly lastValue: number | null
  readonly isLastBreach: boolean
  readonly silentUntil: number
  /** Number of the incident that is open, or was last; 0: none yet. */
  readonly incident: number
  readonly isOpen: boolean
  /** Whether a notice of the open incident was made. */
  readonly isTold: boolean
  readonly isFlapping: boolean
  /** The newest instants at which it triggered when activated, or recovered; at most `flapChanges`. */
  readonly changes: readonly number[]
  /** Transitions made so far. */
  readonly seq: number
}

export type AlertEvent =
  | {
      readonly kind: 'sample'
      /** When the value was collected. */
      readonly at: number
      /** When it is evaluated. */
      readonly now: number
      readonly value: number
      readonly muted: MuteCause | null
    }
  /** Time has passed. */
  | { readonly kind: 'tick'; readonly now: number; readonly muted: MuteCause | null }
  | { readonly kind: 'activate'; readonly now: number }
  | { readonly kind: 'deactivate'; readonly now: number; readonly reason: Exclude<CloseReason, 'edited'> }
  /** What is evaluated has changed. */
  | { readonly kind: 'edit'; readonly now: number }

export interface AlertTransition {
  /** 1 for the first one of the alert. */
  readonly seq: number
  readonly incident: number
  readonly from: AlertPhase
  readonly to: AlertPhase
  /** When it was made. */
  readonly now: number
  /** Instant and value of the newest sample then. */
  readonly at: number | null
  readonly value: number | null
  /** null: nobody is told. */
  readonly notice: NoticeKind | null
  readonly mutedBy: MuteCause | null
  readonly reason: CloseReason | null
}

export interface AlertStep {
  readonly state: AlertState
  readonly transitions: readonly AlertTransition[]
}

/** So many changes within `flapWindowMs` are flapping. */
export const flapChanges = 6
export const flapWindowMs = 3_600_000
/** An alert that flaps has recovered once it was activated for so long. */
export const flapRestMs = 1_800_000
/** Clocks of collectors may be ahead by this; a sample from further ahead does not make later ones late. */
export const clockToleranceMs = 60_000

export const newAlertState: AlertState = {
  phase: 'deactivated',
  breaches: [],
  lastAt: null,
  lastValue: null,
  isLastBreach: false,
  silentUntil: 0,
  incident: 0,
  isOpen: false,
  isTold: false,
  isFlapping: false,
  changes: [],
  seq: 0,
}

/** State of an alert of which nothing is stored. */
export const quietAlertState: AlertState = { ...newAlertState, phase: 'activated' }

/** Whether a good sample would change nothing but the newest instant. */
export const isQuiet = (state: AlertState): boolean =>
  state.phase === 'activated' && !state.isOpen && state.breaches.length === 0

/** The key under which a transition is stored and told, the same however often it is made. */
export const transitionKey = (alertKey: string, seq: number): string => `${alertKey}/${seq}`

/** The state after the event, and the transitions that it causes, in order. */
export function stepAlert(state: AlertState, event: AlertEvent, timing: AlertTiming): AlertStep {
  const draft: Draft = { state, transitions: [] }
  if (event.kind === 'activate') activate(draft, event.now)
  else if (event.kind === 'deactivate') deactivate(draft, event.now, event.reason)
  else if (event.kind === 'edit') edit(draft, event.now)
  else evaluate(draft, event, timing)
  return draft
}

interface Draft {
  state: AlertState
  readonly transitions: AlertTransition[]
}

type Evaluated = Extract<AlertEvent, { kind: 'sample' | 'tick' }>

const isOff = ({ phase }: AlertState): boolean => phase === 'deactivated' || phase === 'deactivatedNotified'

function set(draft: Draft, changed: Partial<AlertState>): void {
  draft.state = { ...draft.state, ...changed }
}

function move(
  draft: Draft,
  to: AlertPhase,
  now: number,
  told: Partial<Pick<AlertTransition, 'notice' | 'mutedBy' | 'reason'>> = {},
): void {
  const { phase: from, incident, lastAt: at, lastValue: value, seq } = draft.state
  const plain = { notice: null, mutedBy: null, reason: null }
  draft.transitions.push({ ...plain, ...told, seq: seq + 1, incident, from, to, now, at, value })
  set(draft, { phase: to, seq: seq + 1 })
}

function activate(draft: Draft, now: number): void {
  if (!isOff(draft.state)) return
  set(draft, { breaches: [], changes: [] })
  move(draft, 'activated', now)
}

const closed = { breaches: [], isOpen: false, isTold: false, isFlapping: false }

function deactivate(draft: Draft, now: number, reason: CloseReason): void {
  if (isOff(draft.state)) return
  const { isTold } = draft.state
  move(draft, isTold ? 'deactivatedNotified' : 'deactivated', now, {
    notice: isTold ? 'closed' : null,
    reason,
  })
  set(draft, closed)
}

function edit(draft: Draft, now: number): void {
  const { isOpen, isTold } = draft.state
  if (isOff(draft.state)) return
  if (isOpen) move(draft, 'activated', now, { notice: isTold ? 'closed' : null, reason: 'edited' })
  set(draft, { ...closed, changes: [] })
}

function evaluate(draft: Draft, event: Evaluated, timing: AlertTiming): void {
  if (isOff(draft.state)) return
  if (event.kind === 'sample' && !takeSample(draft, event, timing)) return
  followClock(draft, event.now, timing)
  if (draft.state.phase === 'triggered') move(draft, 'silent', event.now)
  if (draft.state.phase === 'silent') settleSilence(draft, event, timing)
  else if (event.kind === 'sample' && isBreached(draft.state, event, timing)) trigger(draft, event, timing)
  else settleFlapping(draft, event, timing)
}

/** A clock that was set back must make neither silence nor rest longer than they are meant to be. */
function followClock(draft: Draft, now: number, { silentCycleMs }: AlertTiming): void {
  const { silentUntil, changes } = draft.state
  if (silentUntil > now + silentCycleMs) set(draft, { silentUntil: now + silentCycleMs })
  if (changes.some(each => each > now)) set(draft, { changes: changes.map(each => Math.min(each, now)) })
}

/** False for a sample that does not count: unknown, late or a duplicate. */
function takeSample(
  draft: Draft,
  { at, now, value }: Extract<AlertEvent, { kind: 'sample' }>,
  timing: AlertTiming,
): boolean {
  const { lastAt, breaches } = draft.state
  if (!Number.isFinite(value) || at === lastAt) return false
  if (lastAt !== null && at < lastAt && lastAt <= now + clockToleranceMs) return false
  const isLastBreach = isBreach(value, timing)
  // Instants of a clock that was ahead are compared with none of the right clock.
  const comparable = lastAt !== null && at < lastAt ? [] : breaches
  const inCycle = comparable.filter(each => each > at - timing.triggerCycleMs)
  const newest = (isLastBreach ? [...inCycle, at] : inCycle).slice(-timing.times)
  set(draft, { lastAt: at, lastValue: value, isLastBreach, breaches: newest })
  return true
}

/** Whether the newest sample is a breach and recent, and the trigger cycle that ends with the event holds enough breaches. */
function isBreached(
  { breaches, lastAt, isLastBreach }: AlertState,
  event: Evaluated,
  { times, triggerCycleMs, recentMs }: AlertTiming,
): boolean {
  if (!isLastBreach || lastAt === null || lastAt < event.now - recentMs) return false
  const until = event.kind === 'sample' ? event.at : Math.max(event.now, lastAt ?? 0)
  return breaches.filter(each => each > until - triggerCycleMs).length >= times
}

/** Whether the newest sample is good and recent: missing data is never a recovery. */
const isGood = ({ isLastBreach, lastAt }: AlertState, now: number, { freshMs }: AlertTiming): boolean =>
  !isLastBreach && lastAt !== null && lastAt > now - freshMs

function settleSilence(draft: Draft, event: Evaluated, timing: AlertTiming): void {
  const { now, muted } = event
  if (now < draft.state.silentUntil) return
  if (isGood(draft.state, now, timing)) recover(draft, now)
  else if (muted === null && isBreached(draft.state, event, timing)) trigger(draft, event, timing)
}

function trigger(draft: Draft, { now, muted }: Evaluated, { silentCycleMs }: AlertTiming): void {
  const wasActivated = draft.state.phase === 'activated'
  if (wasActivated) addChange(draft, now)
  if (!draft.state.isOpen)
    set(draft, { incident: draft.state.incident + 1, isOpen: true, isTold: false, isFlapping: false })
  const { isFlapping, isTold, changes } = draft.state
  const flaps = wasActivated && isFlappingAt(changes, now)
  const mutedBy = muted ?? (flaps && isFlapping && isTold ? 'flapping' : null)
  const notice = flaps ? 'flapping' : 'triggered'
  move(draft, 'triggered', now, { notice: mutedBy === null ? notice : null, mutedBy })
  set(draft, {
    breaches: [],
    isFlapping: flaps,
    isTold: isTold || mutedBy === null,
    // Of what nobody was told there is nothing to be silent about.
    silentUntil: muted === null ? now + silentCycleMs : now,
  })
}

function recover(draft: Draft, now: number): void {
  addChange(draft, now)
  set(draft, { breaches: [] })
  const { isFlapping, isTold, changes } = draft.state
  if (isFlapping && isFlappingAt(changes, now)) {
    move(draft, 'activated', now, { mutedBy: 'flapping' })
    return
  }
  move(draft, 'activated', now, { notice: isTold ? 'recovered' : null })
  set(draft, closed)
}

/** The recovery of an alert that flaps is told when it has come to rest. */
function settleFlapping(draft: Draft, { now }: Evaluated, timing: AlertTiming): void {
  const { isOpen, isTold, changes } = draft.state
  const changedAt = changes.at(-1) ?? 0
  if (!isOpen || now < changedAt + flapRestMs || !isGood(draft.state, now, timing)) return
  move(draft, 'activated', now, { notice: isTold ? 'recovered' : null })
  set(draft, { ...closed, changes: [] })
}

function addChange(draft: Draft, now: number): void {
  set(draft, { changes: [...draft.state.changes, now].slice(-flapChanges) })
}

const isFlappingAt = (changes: readonly number[], now: number): boolean =>
  changes.length >= flapChanges && (changes[0] ?? 0) > now - flapWindowMs
