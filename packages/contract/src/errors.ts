/** The catalogue of errors that a user can meet: code, and what happened and what to do, in both languages. */
import { type Bilingual, type Language, textIn } from '@pone/schema/bilingual.ts'
import { captureErrorTexts } from './errors/captures.ts'
import { clusterErrorTexts } from './errors/clusters.ts'
import { componentErrorTexts } from './errors/components.ts'
import { deploymentErrorTexts } from './errors/deployment.ts'
import { generalErrorTexts } from './errors/general.ts'
import { monitorErrorTexts } from './errors/monitors.ts'
import { packageErrorTexts } from './errors/packages.ts'
import { profileErrorTexts } from './errors/profiles.ts'
import { projectErrorTexts } from './errors/projects.ts'
import { runErrorTexts } from './errors/runs.ts'
import { sessionErrorTexts } from './errors/sessions.ts'
import { uploadErrorTexts } from './errors/uploads.ts'
import { userErrorTexts } from './errors/users.ts'

/** All of them: a line per area; `{name}` in a text stands for a parameter. */
export const errorCatalogue = {
  ...sessionErrorTexts,
  ...generalErrorTexts,
  ...userErrorTexts,
  ...projectErrorTexts,
  ...componentErrorTexts,
  ...uploadErrorTexts,
  ...packageErrorTexts,
  ...runErrorTexts,
  ...clusterErrorTexts,
  ...deploymentErrorTexts,
  ...monitorErrorTexts,
  ...profileErrorTexts,
  ...captureErrorTexts,
}

export type ErrorCode = keyof typeof errorCatalogue
/** A text in both languages is shown in that of whoever reads it, also when it was stored in between. */
export type ErrorParams = Readonly<Record<string, string | number | Bilingual>>

/** Codes that end the session: the body travels with HTTP 401 and the client signs out. */
export const sessionErrors = [
  'LoginTimeout',
  'LoginRepeat',
  'AccountLocked',
  'AccountLockedByAdministrator',
  'ApiTokenUnknown',
  'ApiTokenExpired',
  'ApiTokenRevoked',
] as const satisfies readonly ErrorCode[]

/** An expected failure with a code of the catalogue; anything else that is thrown is a defect. */
export class AppError extends Error {
  override readonly name = 'AppError'
  readonly code: ErrorCode
  readonly params: ErrorParams
  constructor(code: ErrorCode, params: ErrorParams = {}, options?: ErrorOptions) {
    super(`${code} ${JSON.stringify(params)}`, options)
    this.code = code
    this.params = params
  }
}

/** The parameters of an error in one language. */
export const paramsIn = (params: ErrorParams, language: Language): Record<string, string | number> =>
  Object.fromEntries(
    Object.entries(params).map(([name, value]) => [
      name,
      typeof value === 'object' ? value[language] : value,
    ]),
  )

/** The text of an error in one language, its parameters filled in. */
export const appErrorText = (code: ErrorCode, params: ErrorParams, language: Language): string =>
  textIn(errorCatalogue[code], params, language)
