/** Barriers of one worker: count the users that wait, report them to the coordinator of all workers, and release them on its command. */
import type { PointReport } from '@pone/contract/link/coordination.ts'
import type { MeetingPlaces, MeetingPoint, WaitingUser } from '../environment.ts'

interface Place {
  readonly point: MeetingPoint
  arrived: number
  /** Waiting users, each with its number, in order. */
  readonly waiting: Map<WaitingUser, number>
  isExpired: boolean
}

export class Barriers implements MeetingPlaces {
  readonly #places = new Map<string, Place>()
  readonly #changed = new Set<Place>()
  readonly #report: (points: PointReport[]) => void
  #isTelling = false

  /** `report` is called with changes, once per turn of the event loop. */
  constructor(report: (points: PointReport[]) => void) {
    this.#report = report
  }

  async meet(user: WaitingUser, point: MeetingPoint, timeoutMs: number): Promise<void> {
    const place = this.#placeOf(point)
    place.waiting.set(user, ++place.arrived)
    this.#reportSoon(place)
    await user.pause(timeoutMs)
    const hasBeenReleased = !place.waiting.delete(user)
    if (hasBeenReleased) return
    if (!user.isRetiring && !user.mustHalt) {
      place.isExpired = true
      this.release(point.key, place.arrived)
    }
    this.#reportSoon(place)
  }

  /** Releases the users up to that number. */
  release(key: string, upTo: number): void {
    const place = this.#places.get(key)
    if (place === undefined) return
    for (const [user, number] of place.waiting) {
      if (number > upTo) break
      place.waiting.delete(user)
      user.wake()
    }
    this.#reportSoon(place)
  }

  /** Reports changes soon, also when only the number of active users has changed. */
  reportSoon(): void {
    if (this.#isTelling) return
    this.#isTelling = true
    setImmediate(() => {
      this.#isTelling = false
      const points = [...this.#changed].map(({ point, arrived, waiting, isExpired }) => ({
        ...point,
        arrived,
        waiting: waiting.size,
        isExpired,
      }))
      for (const place of this.#changed) place.isExpired = false
      this.#changed.clear()
      this.#report(points)
    })
  }

  #reportSoon(place: Place): void {
    this.#changed.add(place)
    this.reportSoon()
  }

  #placeOf(point: MeetingPoint): Place {
    const known = this.#places.get(point.key)
    if (known !== undefined) return known
    const place = { point, arrived: 0, waiting: new Map<WaitingUser, number>(), isExpired: false }
    this.#places.set(point.key, place)
    return place
  }
}
