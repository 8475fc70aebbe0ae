/**
 * Sends a run's metrics every few seconds to monitoring systems; a target that does not answer never delays the run.
 */
import { networkReason } from '../../network-reason.ts'
import type { LocalRun } from '../local-run.ts'
import { metricsOf, type RunMetrics } from './metrics.ts'

const everyMs = 5_000
const timeoutMs = 4_000

/** Where metrics go. */
export interface Target {
  readonly title: string
  /** May contain user and password. */
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  bodyOf(metrics: RunMetrics): Uint8Array<ArrayBuffer> | string
}

export interface Pusher {
  /** Sends if it is time. */
  tick(run: LocalRun): void
  /** Sends the last figures and resolves when they have arrived or failed. */
  finish(run: LocalRun): Promise<void>
}

/** `say` is called at the first failure of each target, and at the end with the number of its failures. */
export function createPusher(targets: readonly Target[], say: (line: string) => void): Pusher {
  const senders = targets.map(target => ({ target, failures: 0, underWay: Promise.resolve() }))
  let sentAt = Date.now()

  const send = async (sender: (typeof senders)[number], metrics: RunMetrics): Promise<void> => {
    const { target } = sender
    try {
      await post(target, metrics)
    } catch (cause) {
      sender.failures += 1
      if (sender.failures === 1) say(`metrics could not be sent to ${target.title}: ${networkReason(cause)}`)
    }
  }
  const sendAll = (run: LocalRun) => {
    const metrics = metricsOf(run, Date.now())
    for (const sender of senders) sender.underWay = sender.underWay.then(() => send(sender, metrics))
  }
  return {
    tick: run => {
      if (Date.now() - sentAt < everyMs) return
      sentAt = Date.now()
      sendAll(run)
    },
    finish: async run => {
      sendAll(run)
      await Promise.all(senders.map(sender => sender.underWay))
      for (const { target, failures } of senders) {
        if (failures > 1) say(`${failures} times metrics could not be sent to ${target.title}`)
      }
    },
  }
}

async function post(target: Target, metrics: RunMetrics): Promise<void> {
  const url = new URL(target.url)
  const { username, password } = url
  url.username = ''
  url.password = ''
  const credentials = Buffer.from(`${decodeURIComponent(username)}:${decodeURIComponent(password)}`).toString(
    'base64',
  )
  const response = await fetch(url, {
    method: 'POST',
    headers: { ...target.headers, ...(username === '' ? {} : { authorization: `Basic ${credentials}` }) },
    body: target.bodyOf(metrics),
    signal: AbortSignal.timeout(timeoutMs),
  })
  const text = await response.text()
  if (!response.ok) throw new Error(`status ${response.status} ${text.slice(0, 200)}`.trim())
}
