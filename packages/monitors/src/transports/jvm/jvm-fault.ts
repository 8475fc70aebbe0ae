/** What a failure on the way to a JVM of this machine means for who asked. */
import { errorText } from '@pone/schema/error-text.ts'
import { TargetFault } from '../../target-fault.ts'
import { AttachError, type AttachProblem } from './attach.ts'
import type { JvmProcess } from './processes.ts'

/** Of the attach protocol or of the file system; a `TargetFault` stays as it is. */
export function jvmFault(error: unknown, { uid }: JvmProcess): TargetFault {
  if (error instanceof TargetFault) return error
  const problem = error instanceof AttachError ? error.problem : systemProblem(error)
  const details = errorText(error)
  switch (problem) {
    case 'denied':
      return new TargetFault('missingRight', details, {
        right: 'attach',
        grant: `sudo -u '#${uid}' ./pone agent`,
      })
    case 'attachDisabled':
      return new TargetFault('notSetUp', details, {
        right: 'attach',
        grant: 'java -XX:-DisableAttachMechanism',
      })
    case 'tooLarge':
      return new TargetFault('tooLarge', details)
    case 'refusedCommand':
      return new TargetFault('malformed', details)
    case 'noSuchProcess':
    case 'noAnswer':
      return new TargetFault('targetClosed', details)
  }
}

function systemProblem(error: unknown): AttachProblem {
  const code = error instanceof Error && 'code' in error ? error.code : ''
  return code === 'EACCES' || code === 'EPERM' ? 'denied' : 'noSuchProcess'
}
