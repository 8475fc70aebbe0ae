/** Why a target gave no or only a part of its figures: codes that the catalogue of causes has texts for. Browser-safe. */

import type { MonitorCause as AnyMonitorCause } from '@pone/contract/entities/monitor.ts'
import { cleanText } from './clean-text.ts'

/** Causes that a collector finds itself; the others only the server or the agent around it can know. */
export type MonitorCause = Exclude<
  AnyMonitorCause,
  'noAgent' | 'noData' | 'credentialLost' | 'collectorEnded' | 'setAside'
>

/** Places of a cause's text, e.g. `grant`: the statement that grants a missing right. */
export type CauseParams = Readonly<Record<string, string>>

const maxLength = 2_000

/** A failure of a target; `details` is what the target or the system said itself, at most 2,000 characters. */
export class TargetFault extends Error {
  readonly code: MonitorCause
  readonly params: CauseParams
  readonly details: string

  constructor(code: MonitorCause, details = '', params: CauseParams = {}) {
    super(details === '' ? code : `${code}: ${details}`)
    this.name = 'TargetFault'
    this.code = code
    this.details = cleanText(details, maxLength)
    this.params = Object.fromEntries(
      Object.entries(params).map(([name, value]) => [name, cleanText(value, maxLength)]),
    )
  }
}
