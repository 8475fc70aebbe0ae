/** The refusal of what the owner of the agent's machine has not listed. */
import { TargetFault } from '../target-fault.ts'

/** `setting` is the variable of the agent's environment, `value` what it must list; whether that exists is not told. */
export const notAllowed = (setting: string, value: string, details = ''): TargetFault =>
  new TargetFault('notAllowed', details, { setting: `${setting}=${value}` })
