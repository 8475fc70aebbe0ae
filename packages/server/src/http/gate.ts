/** Access control of calls: session, kind of account, membership, function of the role, archived project; in this order. */
import type { Call } from '@pone/contract/call.ts'
import { AppError } from '@pone/contract/errors.ts'
import { z } from 'zod'
import type { Identity, ProjectAccess } from '../calls/identity.ts'

export interface GateSources {
  /** @throws AppError LoginTimeout, LoginRepeat, AccountLocked */
  readonly identify: (token: string, from: string) => Promise<Identity>
  /** Undefined when the project does not exist or the user is not a member. */
  readonly accessOf: (userId: string, projectId: string) => Promise<ProjectAccess | undefined>
}

/** The properties of a call that the gate uses. */
export type Guarded = Pick<
  Call,
  | 'permission'
  | 'audit'
  | 'allowedBeforePasswordChange'
  | 'allowedWhileDisabled'
  | 'acceptsApiToken'
  | 'refusesApiToken'
>

export interface Gate {
  /** Undefined for a public call. @throws AppError */
  authenticate(
    call: Guarded,
    claim: Claim,
    /** Called with the caller before the other checks, so that a refusal has a name in the operation records. */
    onKnown?: (identity: Identity) => void,
  ): Promise<Identity | undefined>
  /** Undefined for a call outside projects. @throws AppError */
  authorise(call: Guarded, identity: Identity, projectId: unknown): Promise<ProjectAccess | undefined>
  /** Whether the caller of one call may also make this other one. @throws AppError as that call would */
  assertMay(call: Guarded, who: { identity: Identity; claim: Claim }, projectId: unknown): Promise<void>
}

/** The request headers that the gate uses. */
export interface Claim {
  readonly token: string
  readonly actsAsAdministrator: boolean
  /** Network address of the client. */
  readonly from: string
}

const idSchema = z.uuid()

export function createGate({ identify, accessOf }: GateSources): Gate {
  const accessWithin = async (identity: Identity, projectId: string): Promise<ProjectAccess | undefined> => {
    const { apiToken } = identity
    if (apiToken === undefined) return accessOf(identity.user.id, projectId)
    if (apiToken.projectId !== projectId) return undefined
    const access = await accessOf(identity.user.id, projectId)
    return access && { ...access, functions: access.functions.intersection(apiToken.functions) }
  }
  const gate: Gate = {
    authenticate: async (call, claim, onKnown) => {
      if (call.permission.kind === 'public') return undefined
      if (claim.token === '') throw new AppError('LoginTimeout')
      const identity = await identify(claim.token, claim.from)
      onKnown?.(identity)
      assertKind(call, identity, claim)
      if (identity.mustChangePassword && call.allowedBeforePasswordChange !== true)
        throw new AppError('PasswordMustChange')
      return identity
    },
    authorise: async (call, identity, projectId) => {
      if (call.permission.kind !== 'project') return undefined
      const id = idSchema.safeParse(projectId)
      const access = id.success ? await accessWithin(identity, id.data) : undefined
      if (access === undefined) throw new AppError('NotFound', { what: 'project' })
      if (!access.isEnabled && !maySwitchOn(call, access)) throw new AppError('ProjectDisabled')
      if (!access.functions.has(call.permission.needs)) throw new AppError('Forbidden')
      if (access.isArchived && call.audit !== undefined) throw new AppError('ProjectArchived')
      return access
    },
    assertMay: async (call, { identity, claim }, projectId) => {
      assertKind(call, identity, claim)
      await gate.authorise(call, identity, projectId)
    },
  }
  return gate
}

const maySwitchOn = (call: Guarded, access: ProjectAccess): boolean =>
  call.allowedWhileDisabled === true && access.functions.has('project.edit')

/** An administrator must act in the administration; a project user must not; an API token is limited to its project. */
function assertKind(call: Guarded, identity: Identity, claim: Claim): void {
  const { kind } = call.permission
  const takesApiToken = kind === 'project' ? call.refusesApiToken !== true : call.acceptsApiToken === true
  if (identity.apiToken !== undefined && !takesApiToken) throw new AppError('ApiTokenRefused')
  if (kind === 'administrator' && !(identity.isAdministratorAccount && claim.actsAsAdministrator))
    throw new AppError('Forbidden')
  const isForUsers = kind === 'user' || kind === 'project'
  if (isForUsers && (identity.isAdministratorAccount || claim.actsAsAdministrator))
    throw new AppError('Forbidden')
}
