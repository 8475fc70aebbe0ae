/** Of a statement of SQL. */
import { TargetFault } from '../../target-fault.ts'

/** A statement that needs what this server does not have: another version, or an extension that is not installed. */
export class MissingObject extends TargetFault {
  constructor(details: string) {
    super('malformed', details)
    this.name = 'MissingObject'
  }
}
