/**
 * What an alert has to do, written from its sentence: "alert when breaches inside the cycle reach the threshold, and the
 * newest sample breaches; a recovery empties the window". All samples, changes and transitions are kept, and every
 * question is answered from these lists. Slow; the state machine is compared with it.
 */
import type { AlertTiming } from './rule.ts'
import type { AlertEvent, AlertPhase, AlertTransition, MuteCause } from './state.ts'

const minute = 60_000

interface KeptSample {
  readonly at: number
  readonly value: number
  readonly isBad: boolean
  /** Samples of an earlier era are used up by a trigger or a recovery, or were judged by another rule. */
  readonly era: number
}

export class ReferenceAlert {
  readonly log: AlertTransition[] = []
  timing: AlertTiming
  readonly #samples: KeptSample[] = []
  /** Instants of triggers from activated and of recoveries. */
  #changes: number[] = []
  /** Seq of triggers that happened while it flapped. */
  readonly #flappingTriggers: number[] = []
  #silences: { until: number } = { until: 0 }
  #era = 0

  constructor(timing: AlertTiming) {
    this.timing = timing
  }

  take(event: AlertEvent): void {
    const isOff = this.#phase().startsWith('deactivated')
    if (event.kind === 'activate') {
      if (!isOff) return
      this.#newEra()
      this.#changes = []
      this.#write('activated', event.now, {})
    } else if (isOff) return
    else if (event.kind === 'deactivate') {
      this.#newEra()
      if (this.#isTold())
        this.#write('deactivatedNotified', event.now, { notice: 'closed', reason: event.reason })
      else this.#write('deactivated', event.now, { reason: event.reason })
    } else if (event.kind === 'edit') {
      this.#newEra()
      this.#changes = []
      if (this.#isOpen())
        this.#write('activated', event.now, { notice: this.#isTold() ? 'closed' : null, reason: 'edited' })
    } else this.#judge(event)
  }

  #newEra(): void {
    this.#era += 1
  }

  #judge(event: Extract<AlertEvent, { kind: 'sample' | 'tick' }>): void {
    const { now, muted } = event
    if (event.kind === 'sample' && !this.#add(event)) return
    this.#changes = this.#changes.map(at => (at > now ? now : at))
    if (this.#silences.until > now + this.timing.silentCycleMs)
      this.#silences = { until: now + this.timing.silentCycleMs }
    if (this.#phase() === 'triggered') this.#write('silent', now, {})

    const newest = this.#samples.at(-1)
    const cycleEnd = event.kind === 'sample' ? event.at : Math.max(now, newest?.at ?? 0)
    const bad = this.#samples.filter(
      each => each.era === this.#era && each.isBad && each.at > cycleEnd - this.timing.triggerCycleMs,
    )
    const newestBreaches = newest !== undefined && newest.isBad && newest.at >= now - this.timing.recentMs
    const mustAlert = bad.length >= this.timing.times && newestBreaches
    const isGood = newest !== undefined && !newest.isBad && newest.at > now - this.timing.freshMs

    if (this.#phase() === 'silent') {
      if (now < this.#silences.until) return
      if (isGood) this.#recover(now)
      else if (mustAlert && muted === null) this.#trigger(now, null)
    } else if (event.kind === 'sample' && mustAlert) this.#trigger(now, muted)
    else if (this.#isOpen() && isGood && now - (this.#changes.at(-1) ?? 0) >= 30 * minute) {
      this.#write('activated', now, { notice: this.#isTold() ? 'recovered' : null })
      this.#changes = []
      this.#newEra()
    }
  }

  #add({ at, now, value }: Extract<AlertEvent, { kind: 'sample' }>): boolean {
    if (!Number.isFinite(value)) return false
    const newest = this.#samples.at(-1)
    if (newest !== undefined && at <= newest.at) {
      if (at === newest.at || newest.at - now <= minute) return false
      this.#newEra()
    }
    const isHigh = this.timing.max !== null && value > this.timing.max
    const isLow = this.timing.min !== null && value < this.timing.min
    this.#samples.push({ at, value, isBad: isHigh || isLow, era: this.#era })
    return true
  }

  #trigger(now: number, muted: MuteCause | null): void {
    const isNew = !this.#isOpen()
    const wasFlapping = !isNew && this.#didFlap()
    const wasActivated = this.#phase() === 'activated'
    if (wasActivated) this.#changes.push(now)
    const flaps = wasActivated && this.#changedOften(now)
    const mutedBy = muted ?? (flaps && wasFlapping && this.#isTold() ? 'flapping' : null)
    const kind = flaps ? 'flapping' : 'triggered'
    this.#write('triggered', now, { notice: mutedBy === null ? kind : null, mutedBy }, isNew)
    if (flaps) this.#flappingTriggers.push(this.log.length)
    this.#silences = { until: muted === null ? now + this.timing.silentCycleMs : now }
    this.#newEra()
  }

  #recover(now: number): void {
    this.#changes.push(now)
    this.#newEra()
    if (this.#didFlap() && this.#changedOften(now)) this.#write('activated', now, { mutedBy: 'flapping' })
    else this.#write('activated', now, { notice: this.#isTold() ? 'recovered' : null })
  }

  #changedOften(now: number): boolean {
    const sixth = this.#changes.at(-6)
    return sixth !== undefined && now - sixth < 60 * minute
  }

  #didFlap(): boolean {
    const newest = this.log.findLast(each => each.to === 'triggered')
    return newest !== undefined && this.#flappingTriggers.includes(newest.seq)
  }

  #phase(): AlertPhase {
    return this.log.at(-1)?.to ?? 'deactivated'
  }

  /** From its first trigger until it is closed or recovers; a recovery that is held back since it flaps does not count. */
  #isOpen(): boolean {
    const trigger = this.log.findLastIndex(each => each.to === 'triggered')
    return (
      trigger >= 0 &&
      this.log
        .slice(trigger + 1)
        .every(({ to, mutedBy }) => to === 'silent' || (to === 'activated' && mutedBy === 'flapping'))
    )
  }

  #isTold(): boolean {
    const incident = this.log.at(-1)?.incident
    return this.#isOpen() && this.log.some(each => each.incident === incident && each.notice !== null)
  }

  #write(
    to: AlertPhase,
    now: number,
    told: Partial<Pick<AlertTransition, 'notice' | 'mutedBy' | 'reason'>>,
    isNewIncident = false,
  ): void {
    const newest = this.#samples.at(-1)
    this.log.push({
      seq: this.log.length + 1,
      incident: (this.log.at(-1)?.incident ?? 0) + (isNewIncident ? 1 : 0),
      from: this.#phase(),
      to,
      now,
      at: newest?.at ?? null,
      value: newest?.value ?? null,
      notice: null,
      mutedBy: null,
      reason: null,
      ...told,
    })
  }
}
