/** Bounds the frames with which a server makes work and brings nothing: pings, settings, empty data, priorities, frames on streams that are gone. */
import { H2Error, h2Errors } from './h2-error.ts'

/** Such frames within a second: far more than any server sends. */
const perSecond = 10_000
/** Window updates and the like answer what was sent: so many for each frame of ours, and one more for so many bytes of a body, as servers tell what they have read in small pieces. */
const perSentFrame = 4
const bodyBytesPerFrame = 512

/** Credit of one connection. */
export class FrameCredit {
  #left = perSecond
  #filledAt = Number.NEGATIVE_INFINITY

  /** Something was read at the instant (of performance.now()). */
  refill(now: number): void {
    if (now - this.#filledAt < 1_000) return
    this.#filledAt = now
    this.#left = Math.max(this.#left, perSecond)
  }

  /** A frame was sent, with so much of a body. */
  earn(bodyBytes = 0): void {
    const earned = perSentFrame + Math.ceil(bodyBytes / bodyBytesPerFrame)
    this.#left = Math.min(this.#left + earned, 2 * perSecond)
  }

  /** Takes one frame. @throws H2Error ENHANCE_YOUR_CALM */
  spend(): void {
    if (this.#left === 0) throw new H2Error(h2Errors.enhanceYourCalm)
    this.#left--
  }
}
