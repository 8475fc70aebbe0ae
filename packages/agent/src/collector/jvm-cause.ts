/** Why a JVM could not be recorded or asked, as a coded text. */
import { toldCause } from '@pone/contract/told-cause.ts'
import { TargetFault } from '@pone/monitors/target-fault.ts'
import { errorText } from '@pone/schema/error-text.ts'

const maxDetail = 2_000

export function jvmCause(error: unknown): string {
  if (!(error instanceof TargetFault))
    return toldCause('profileRefused', {}, errorText(error).slice(0, maxDetail))
  const { code, params, details } = error
  const { grant = '', setting = '' } = params
  switch (code) {
    case 'unreachable':
      return toldCause('profileNoJvm', {}, details)
    case 'refused':
      return toldCause('profileSeveralJvms', {}, details)
    case 'notAllowed':
      return toldCause('profileNotAllowed', { setting }, details)
    case 'targetClosed':
      return toldCause('profileJvmEnded', {}, details)
    case 'missingRight':
      return toldCause('profileNoRight', { grant }, details)
    case 'notSetUp':
      return toldCause('profileAttachOff', { grant }, details)
    default:
      return toldCause('profileRefused', {}, details)
  }
}
