/**
 * Sends notices of the outbox to their channels: each at least once, with the same key. Channels wait neither for each
 * other nor for a receiver that is slow or dead; more notices than a receiver takes become one message.
 */
import {
  type AlertChannelSettings,
  type AlertDelivery,
  alertChannelSettingsSchema,
} from '@pone/contract/entities/alert-channel.ts'
import { errorText } from '@pone/schema/error-text.ts'
import type { Selectable } from 'kysely'
import type { AddressWall } from '../../adapters/outgoing/address-wall.ts'
import { type OutgoingAnswer, sendRequest } from '../../adapters/outgoing/outgoing-request.ts'
import type { SecretBox } from '../../adapters/secrets.ts'
import { type Repeated, repeatedly } from '../../jobs/repeated.ts'
import type { AlertChannelTable } from './alert.table.ts'
import type { AlertNotice } from './alert-notice.ts'
import type { AlertOutboxRepository, WaitingNotice } from './alert-outbox.repository.ts'
import { noticeText } from './channels/notice-text.ts'
import { type OpenChannel, openChannel } from './channels/registry.ts'

const lookEveryMs = 1_000
const timeoutMs = 10_000
const leaseMs = 60_000
const minuteMs = 60_000
const trimEveryMs = 3_600_000
const outboxKeptMs = 30 * 24 * 3_600_000
const noticesAtOnce = 500
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
  readonly now: () => number
  readonly warn: (text: string, cause?: unknown) => void
}

interface Delivered {
  readonly delivery: AlertDelivery
  readonly fault: string | null
  readonly retryAfterMs: number | null
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
  async sendNow(channel: Selectable<AlertChannelTable>, notice: AlertNotice): Promise<AlertDelivery> {
    const opened = openChannel(this.#settingsOf(channel))
    return (await this.#deliver(channel.id, opened, [notice], channel.language)).delivery
  }

  #settingsOf(channel: Selectable<AlertChannelTable>): AlertChannelSettings {
    return alertChannelSettingsSchema.parse(JSON.parse(this.#deps.secrets.open(channel.sealed_settings)))
  }

  async #sendDue(channel: Selectable<AlertChannelTable>): Promise<void> {
    const { outbox, now } = this.#deps
    const opened = openChannel(this.#settingsOf(channel))
    const allowance = opened.perMinute - (await outbox.sentSince(channel.id, now() - minuteMs))
    if (allowance <= 0) return
    const taken = await outbox.take(channel.id, {
      now: now(),
      leaseUntil: now() + leaseMs,
      limit: noticesAtOnce,
    })
    const isDigest = taken.length > Math.min(singlesAtOnce, allowance)
    const messages = isDigest ? [taken] : taken.map(each => [each])
    for (const [index, message] of messages.entries()) {
      const delivered = await this.#deliver(
        channel.id,
        opened,
        message.map(each => each.content),
        channel.language,
      )
      await this.#note(message, delivered)
      if (delivered.fault === null) continue
      // A receiver that fails is not asked for the others of this look.
      await outbox.again(idsOf(messages.slice(index + 1).flat()), now() + firstRetryMs)
      break
    }
  }

  async #note(message: readonly WaitingNotice[], { fault, retryAfterMs }: Delivered): Promise<void> {
    const { outbox, now } = this.#deps
    if (fault === null) return await outbox.ended(idsOf(message), 'sent', now())
    const given = message.filter(each => each.attempts < maxAttempts)
    await outbox.ended(idsOf(message.filter(each => each.attempts >= maxAttempts)), 'failed', now())
    const attempts = Math.max(1, ...given.map(each => each.attempts))
    const pauseMs = Math.min(firstRetryMs * 2 ** (attempts - 1), longestRetryMs)
    await outbox.again(idsOf(given), now() + Math.max(pauseMs, Math.min(retryAfterMs ?? 0, longestRetryMs)))
  }

  async #deliver(
    channelId: string,
    channel: OpenChannel,
    notices: readonly AlertNotice[],
    language: 'zh' | 'en',
  ): Promise<Delivered> {
    const { now, wall, outbox } = this.#deps
    const at = now()
    let answer: OutgoingAnswer | null = null
    let fault: string | null = null
    const begun = performance.now()
    try {
      const message = { notices, now: at, ...noticeText(notices, language) }
      for (const request of channel.requests(message)) {
        answer = await sendRequest(request, { wall, timeoutMs })
        fault ??= channel.faultOf(answer)
      }
    } catch (cause) {
      fault = errorText(cause)
    }
    const delivery: AlertDelivery = {
      at,
      durationMs: Math.round(performance.now() - begun),
      isAccepted: fault === null,
      notices: notices.length,
      status: answer?.status ?? null,
      answer: answer?.body ?? '',
      fault: fault ?? '',
    }
    await outbox.log(channelId, delivery)
    return { delivery, fault, retryAfterMs: answer?.retryAfterMs ?? null }
  }
}

const idsOf = (notices: readonly WaitingNotice[]): number[] => notices.map(({ id }) => id)
