/** Turns any thrown value into an error response, in the caller's language. */
import { randomUUID } from 'node:crypto'
import type { Failure, FieldError } from '@pone/contract/answer.ts'
import {
  AppError,
  appErrorText,
  type ErrorCode,
  type ErrorParams,
  errorCatalogue,
  paramsIn,
  sessionErrors,
} from '@pone/contract/errors.ts'
import { instantText } from '@pone/contract/instant-text.ts'
import { type Language } from '@pone/schema/bilingual.ts'
import { z } from 'zod'
import { isDatabaseUnavailable } from '../adapters/database/database-error.ts'
import { details } from './details.ts'
import { fieldErrors, inputDetail } from './field-messages.ts'
import type { Nouns } from './nouns.ts'

/** An error of the catalogue as it is stored. */
export interface StoredError {
  readonly code: string
  readonly params: ErrorParams
}

/** Form field that an error belongs to, for codes that imply one. */
const fieldOfCode: Partial<Record<ErrorCode, string>> = {
  AccountExists: 'account',
  CaptchaWrong: 'captchaCode',
  OldPasswordWrong: 'current',
  PasswordMismatch: 'confirmation',
  PasswordUnchanged: 'password',
  PasswordRule: 'password',
  PasswordIsAccount: 'password',
  PasswordCommon: 'password',
  ProjectCodeExists: 'code',
  TemplateTooSmall: 'properties',
  NameExists: 'name',
  FunctionNotHeld: 'functions',
  HostExists: 'address',
}

/** Texts of errors for users. */
export interface ErrorTexts {
  /**
   * Any error other than an AppError is a defect or an outage; `report` receives it with the reference shown to the user.
   * For a BadInput caused by a zod error, the response contains the problem of each field.
   */
  readonly toFailure: (
    error: unknown,
    language: Language,
    report: (cause: unknown, reference: string) => void,
  ) => Failure
  /** Text of a stored catalogue error; an unknown code of another version is shown unchanged. */
  readonly textOf: (error: StoredError, language: Language) => string
}

/** `nouns`: the terms of all modules for the subjects of their calls. */
export function createErrorTexts(nouns: Nouns): ErrorTexts {
  return {
    toFailure: (error, language, report) => {
      const known = toAppError(error, report)
      if (known.code === 'BadInput' && known.cause instanceof z.ZodError) {
        const fields = fieldErrors(known.cause.issues, language)
        const detail = inputDetail(fields, language)
        return failureOf(new AppError('BadInput', { detail }), { language, nouns, fields })
      }
      return failureOf(known, { language, nouns, fields: fieldsOf(known, language, nouns) })
    },
    textOf: (error, language) => {
      const code = (Object.keys(errorCatalogue) as ErrorCode[]).find(known => known === error.code)
      return code === undefined
        ? error.code
        : appErrorText(code, wordParams(error.params, language, nouns), language)
    },
  }
}

/** The catalogue code for any thrown value; also used for the operation record. */
export function toAppError(error: unknown, report: (cause: unknown, reference: string) => void): AppError {
  if (error instanceof AppError) return error
  if (isDatabaseUnavailable(error)) return new AppError('DatabaseUnavailable', {}, { cause: error })
  const reference = randomUUID().slice(0, 8)
  report(error, reference)
  return new AppError('OperationFailed', { reference }, { cause: error })
}

/** Errors that end the session are sent with HTTP 401. */
export const isSessionFailure = (code: string): boolean => (sessionErrors as readonly string[]).includes(code)

function failureOf(
  { code, params }: AppError,
  { language, nouns, fields }: { language: Language; nouns: Nouns; fields: FieldError[] | undefined },
): Failure {
  return {
    status: isSessionFailure(code) ? 401 : 500,
    code,
    message: appErrorText(code, wordParams(params, language, nouns), language),
    params: paramsIn(params, language),
    ...(fields === undefined ? {} : { fields }),
  }
}

function fieldsOf(error: AppError, language: Language, nouns: Nouns): FieldError[] | undefined {
  const shown = wordParams(error.params, language, nouns)
  const field = shown['field'] ?? fieldOfCode[error.code]
  if (field === undefined) return undefined
  const path = String(field)
    .split('.')
    .map(key => (/^\d+$/.test(key) ? Number(key) : key))
  const isDetail = error.code === 'BadInput' && shown['detail'] !== undefined
  const message = isDetail ? String(shown['detail']) : appErrorText(error.code, shown, language)
  return [{ path, message }]
}

/** Translates nouns and details, and formats instants (`at`, `…At`). */
function wordParams(params: ErrorParams, language: Language, nouns: Nouns): Record<string, string | number> {
  return Object.fromEntries(
    Object.entries(paramsIn(params, language)).map(([name, value]) => {
      if (name === 'what') return [name, nouns[value]?.[language] ?? value]
      if (name === 'detail') return [name, details[value]?.[language] ?? value]
      const isInstant = typeof value === 'number' && (name === 'at' || name.endsWith('At'))
      return [name, isInstant ? instantText(value) : value]
    }),
  )
}
