/** Identity and permissions of a caller, as provided by modules and used by the gate of the HTTP layer. */
import type { ProjectFunction } from '@pone/contract/permissions.ts'

/** The user of a token. */
export interface Identity {
  readonly sessionId: string
  readonly user: { readonly id: string; readonly account: string; readonly realName: string }
  /** Kind of the account, whatever the request claims. */
  readonly isAdministratorAccount: boolean
  readonly mustChangePassword: boolean
  /** Set when an API token was used instead of a session token. */
  readonly apiToken?: ApiTokenIdentity | undefined
}

/** The limits of an API token; within them it has the permissions of its user. */
export interface ApiTokenIdentity {
  readonly name: string
  readonly projectId: string
  readonly functions: ReadonlySet<ProjectFunction>
}

/** A member's access to a project. */
export interface ProjectAccess {
  readonly id: string
  readonly name: string
  readonly functions: ReadonlySet<ProjectFunction>
  readonly isArchived: boolean
  readonly isEnabled: boolean
}
