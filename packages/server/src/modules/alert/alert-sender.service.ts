/**
 * Sends notices of the outbox to their channels: each at least once, with the same key, and those of one alert in their
 * order; one that was delayed ends when a later one of its incident takes its place. Channels wait neither for each
 * other nor for a receiver that is slow or dead; more notices than a receiver takes become one message.
 */
import { type AlertDelivery, alertChannelSettingsSchema } from '@pone/contract/entities/alert-channel.ts'
import { toldCause } from '@pone/contract/told-cause.ts'
import type { AddressWall } from '@pone/recording-proxy/target/address-wall.ts'
import type { Selectable } from 'kysely'
import type { SecretBox } from '../../adapters/secrets.ts'
import { type Repeated, repeatedly } from '../../jobs/repeated.ts'
import type { AlertChannelTable } from './alert.table.ts'
import type { ChannelNotice } from './alert-notice.ts'
import type { AlertOutboxRepository, WaitingNotice } from './alert-outbox.repository.ts'
import { messageOf } from './channels/message.ts'
import { type ChannelAnswer, type OpenChannel, openChannel } from './channels/registry.ts'

const lookEveryMs = 1_000
/** Longer than any message may take. */
const leaseMs = 30_000
const minuteMs = 60_000
const trimEveryMs = 3_600_000
const outboxKeptMs = 30 * 24 * 3_600_000
/** Of notices that were held back earlier a digest does not tell. */
const heldBackLookMs = 24 * 3_600_000
/** More notices than these at once are told in one message. */
const singlesAtOnce = 5
const firstRetryMs = 5_000
const longestRetryMs = 600_000
/** With the pauses between them some three hours. */
export const maxAttempts = 25

export interface AlertSenderDeps {
  readonly outbox: AlertOutboxRepository
  readonly secrets: Pick<SecretBox, 'open'>
  readonly wall: AddressWall
  /** Under which people open the server; null: not known, then notices have no links. */
  readonly publicUrl: string | null
  readonly now: () => number
  /** Resolves when so much of the time of `now` has passed. */
  readonly pause: (milliseconds: number) => Promise<unknown>
  readonly warn: (text: string, cause?: unknown) => void
}

export class AlertSender {
  readonly #deps: AlertSenderDeps
  readonly #busy = new Map<string, Promise<void>>()
  #looking: Repeated | undefined
  #trimmedAt = 0

  constructor(deps: AlertSenderDeps) {
    this.#deps = deps
  }

  start(): void {
    this.#looking = repeatedly(
      () => this.look(),
      lookEveryMs,
      cause => this.#deps.warn('notices of alerts could not be sent', cause),
    )
  }

  /** Looks for notices soon. */
  poke(): void {
    this.#looking?.poke()
  }

  async close(): Promise<void> {
    await this.#looking?.close()
    await Promise.all(this.#busy.values())
  }

  /** Begins to send what is due; resolves before it is sent. */
  async look(): Promise<void> {
    const { outbox, now, warn } = this.#deps
    if (now() - this.#trimmedAt > trimEveryMs) {
      this.#trimmedAt = now()
      await outbox.trim(now() - outboxKeptMs)
    }
    for (const channel of await outbox.dueChannels(now())) {
      if (this.#busy.has(channel.id)) continue
      const sending = this.#sendDue(channel)
        .catch((cause: unknown) => warn(`notices of the channel ${channel.id} could not be sent`, cause))
        .finally(() => this.#busy.delete(channel.id))
      this.#busy.set(channel.id, sending)
    }
  }

  /** Resolves when what was begun is sent. */
  async settled(): Promise<void> {
    await Promise.all(this.#busy.values())
  }

  /** Sends one message at once, past the outbox. */
  async sendNow(channel: StoredChannel, notice: ChannelNotice): Promise<AlertDelivery> {
    return (await this.#deliver(channel, this.#open(channel), [notice])).delivery
  }

  /** null: its settings were sealed with another key. */
  #open(channel: StoredChannel): OpenChannel | null {
    try {
      const settings = JSON.parse(this.#deps.secrets.open(channel.sealed_settings))
      return openChannel(alertChannelSettingsSchema.parse(settings))
    } catch (cause) {
      this.#deps.warn(`the settings of the channel ${channel.id} could not be read`, cause)
      return null
    }
  }

  async #sendDue(channel: StoredChannel): Promise<void> {
    const { outbox, now } = this.#deps
    const opened = this.#open(channel)
    const allowance = (opened?.perMinute ?? 1) - (await outbox.sentSince(channel.id, now() - minuteMs))
    if (allowance <= 0) return await outbox.holdForRate(channel.id, now())
    const taken = await outbox.take(channel.id, {
      now: now(),
      leaseUntil: now() + leaseMs,
      limit: opened?.noticesAtOnce ?? 1,
    })
    const isDigest = taken.length > Math.min(singlesAtOnce, allowance)
    const messages = isDigest ? [taken] : taken.map(each => [each])
    for (const [index, message] of messages.entries()) {
      const begun = now()
      if (index > 0) await outbox.renew(idsOf(messages.slice(index).flat()), now() + leaseMs)
      const answer = await this.#deliver(
        channel,
        opened,
        message.map(each => each.content),
      )
      await this.#note(message, answer)
      if (!answer.isAccepted) {
        // A receiver that fails is not asked for the others of this look.
        const others = idsOf(messages.slice(index + 1).flat())
        await outbox.postpone(others, now() + firstRetryMs, idsOf(message))
        break
      }
      await this.#keepPace(opened, begun)
    }
  }

  /** The next message of the channel begins when its receiver takes it. */
  async #keepPace(channel: OpenChannel | null, begun: number): Promise<void> {
    if (channel === null || channel.perSecond >= channel.perMinute) return
    const gapMs = 1_000 / channel.perSecond
    // A clock that was set back must not make the pause longer.
    const leftMs = Math.min(gapMs, begun + gapMs - this.#deps.now())
    if (leftMs > 0) await this.#deps.pause(leftMs)
  }

  async #note(message: readonly WaitingNotice[], { isAccepted, retryAfterMs }: ChannelAnswer): Promise<void> {
    const { outbox, now } = this.#deps
    if (isAccepted) return await outbox.ended(idsOf(message), 'sent', now())
    const given = message.filter(each => each.attempts < maxAttempts)
    const givenUp = message.filter(each => each.attempts >= maxAttempts)
    await outbox.ended(idsOf(givenUp), 'failed', now())
    const attempts = Math.max(1, ...given.map(each => each.attempts))
    const pauseMs = Math.min(firstRetryMs * 2 ** (attempts - 1), longestRetryMs)
    const waitMs = Math.max(pauseMs, Math.min(retryAfterMs ?? 0, longestRetryMs))
    await outbox.again(idsOf(given), now() + waitMs)
  }

  async #deliver(
    channel: StoredChannel,
    opened: OpenChannel | null,
    notices: readonly ChannelNotice[],
  ): Promise<ChannelAnswer & { readonly delivery: AlertDelivery }> {
    const { now, wall, outbox, publicUrl } = this.#deps
    const at = now()
    const begun = performance.now()
    const { language, templates, run_templates: runTemplates } = channel
    const texts = { template: templates[language], runTemplate: runTemplates[language] }
    const told = { ...texts, language, publicUrl, now: at }
    const heldBack = notices.length > 1 ? await outbox.heldBack(channel, at - heldBackLookMs) : null
    // Contacts of a monitor are told of its notices only.
    const ofAll = (some: readonly ChannelNotice[]) => (some.length === notices.length ? heldBack : null)
    const answer =
      (await opened?.send(notices, {
        wall,
        messageOf: some => messageOf(some, { ...told, heldBack: ofAll(some) }),
      })) ?? unreadable
    const delivery: AlertDelivery = {
      at,
      durationMs: Math.round(performance.now() - begun),
      isAccepted: answer.isAccepted,
      notices: notices.length,
      status: answer.status,
      answer: answer.answer,
      fault: answer.fault,
    }
    await outbox.log(channel.id, delivery)
    return { ...answer, delivery }
  }
}

const unreadable: ChannelAnswer = {
  status: null,
  answer: '',
  isAccepted: false,
  fault: toldCause('noticeSettings'),
  retryAfterMs: null,
}

type StoredChannel = Selectable<AlertChannelTable>

const idsOf = (notices: readonly WaitingNotice[]): number[] => notices.map(({ id }) => id)
