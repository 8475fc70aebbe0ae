/** Who makes a call and what they may reach: what modules answer and the gate of http asks for. */
import type { ProjectFunction } from '@pone/contract/permissions.ts'

/** Who a token belongs to. */
export interface Identity {
  readonly sessionId: string
  readonly user: { readonly id: string; readonly account: string; readonly realName: string }
  /** Kind of the account, whatever the request claims. */
  readonly isAdministratorAccount: boolean
  readonly mustChangePassword: boolean
  /** Present when an API token was given in place of a session's. */
  readonly apiToken?: ApiTokenIdentity | undefined
}

/** The bounds of an API token: within them it may do what its person may. */
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
