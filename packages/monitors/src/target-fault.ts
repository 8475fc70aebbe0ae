/** Why a target gave no or only a part of its figures: codes that the catalogue of causes has texts for. Browser-safe. */

import { cleanText } from './clean-text.ts'

/** Codes of the state of a section, beside `ok`. */
export const monitorCauseCodes = [
  'refused',
  'unreachable',
  'wrongPassword',
  'wrongProduct',
  'tlsMismatch',
  'timedOut',
  'tooLarge',
  'malformed',
  'missingRight',
  'overrun',
  'agentLost',
  'spoolFull',
  'targetClosed',
  'stopped',
  'tooManyLabels',
] as const
export type MonitorCause = (typeof monitorCauseCodes)[number]

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
