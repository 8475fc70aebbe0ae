/** Why something failed or could not go on: written by agents and engines as a coded text, read by each reader in its language. */

import { protocolFailures } from '@pone/protocols/failures.ts'
import type { Bilingual, Language, TextParams } from '@pone/schema/bilingual.ts'
import { decodeText, encoderOf, encodeText } from '@pone/schema/coded-text.ts'
import { captureCauses } from './causes/captures.ts'
import { deploymentCauses } from './causes/deployment.ts'
import { jmeterCauses } from './causes/jmeter.ts'
import { logCountCauses } from './causes/log-counts.ts'
import { noticeCauses } from './causes/notices.ts'
import { profileCauses } from './causes/profiles.ts'
import { sampleCauses } from './causes/samples.ts'
import { slaCauses } from './causes/sla.ts'
import { traceCauses } from './causes/traces.ts'
import { workerCauses } from './causes/worker.ts'

const causes = {
  ...sampleCauses,
  ...workerCauses,
  ...jmeterCauses,
  ...slaCauses,
  ...deploymentCauses,
  ...noticeCauses,
  ...profileCauses,
  ...traceCauses,
  ...captureCauses,
  ...logCountCauses,
}
const texts = { ...protocolFailures, ...causes }

export type CauseCode = keyof typeof causes
export type CauseParams = TextParams

/** Writes a cause; `raw` is what the program said that it is known from. */
export const toldCause = encoderOf(causes)

/** A text with every cause inside it as a sentence; what the programs said themselves stands in `raw`, '' when they said nothing. */
export const readCause = (text: string, language: Language): { text: string; raw: string } =>
  decodeText(text, language, textOf)

const textOf = (code: string): Bilingual | undefined =>
  Object.hasOwn(texts, code) ? texts[code as keyof typeof texts] : undefined

/** A text with every cause inside it as a sentence, and what the programs said behind it. */
export function causeText(text: string, language: Language): string {
  const read = readCause(text, language)
  return read.raw === '' ? read.text : `${read.text}\n${read.raw}`
}

/** An expected end that carries a cause for people. */
export class CauseError extends Error {
  /** `raw` as in toldCause. */
  constructor(code: CauseCode, params: CauseParams = {}, raw = '', options?: ErrorOptions) {
    super(encodeText(code, params, raw), options)
    this.name = 'CauseError'
  }
}
