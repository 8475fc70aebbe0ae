/** Why a row failed, as code and message of an error group. */
import type { Failure } from '@pone/engine/observer.ts'
import type { JtlRow } from './row.ts'

const maxCodeLength = 120
const notHttpCode = 'Non HTTP response code: '
const notHttpMessage = 'Non HTTP response message: '
const isSuccessCode = (code: string): boolean => /^[23]\d\d$/.test(code)
const without = (text: string, beginning: string): string =>
  text.startsWith(beginning) ? text.slice(beginning.length) : text

/** A response with a success code has failed by an assertion. */
export function failureOf(row: Pick<JtlRow, 'responseCode' | 'responseMessage' | 'failureMessage'>): Failure {
  const { responseCode, responseMessage, failureMessage } = row
  if (failureMessage !== '' && (responseCode === '' || isSuccessCode(responseCode)))
    return { code: 'assertion', message: failureMessage }
  const code = without(responseCode, notHttpCode).slice(0, maxCodeLength)
  return {
    code: /^\d{3}$/.test(code) ? `HTTP ${code}` : code === '' ? 'failed' : code,
    message: without(responseMessage, notHttpMessage) || failureMessage,
  }
}
