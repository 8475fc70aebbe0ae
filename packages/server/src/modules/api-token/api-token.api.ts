/** Calls on API tokens. */
import type { Calls } from '@pone/contract/calls/registry.ts'
import type { AuditNotes, Handlers } from '../../calls/handler.ts'
import type { ApiTokenService } from './api-token.service.ts'

type ApiTokenCalls = Pick<Calls, 'apiToken' | 'projectApiToken' | 'adminApiToken'>

export function createApiTokenApi(tokens: ApiTokenService): {
  readonly [M in keyof ApiTokenCalls]: Handlers<ApiTokenCalls[M]>
} {
  const revoke = async (scope: Parameters<ApiTokenService['revoke']>[0], audit: AuditNotes) => {
    const { name, account, projectName, functions } = await tokens.revoke(scope)
    audit.target(`${account}: ${name}`)
    audit.before({ name, account, projectName, functions })
    return {}
  }
  return {
    apiToken: {
      mine: (_input, caller) => tokens.mine(caller.user.id),
      create: async ({ projectId, name, functions, expiresInDays }, caller) => {
        caller.audit.target(`${caller.user.account}: ${name}`)
        caller.audit.after({ name, functions, expiresInDays })
        const held = caller.project.functions
        return tokens.create({ userId: caller.user.id, projectId, name, functions, held, expiresInDays })
      },
      revoke: ({ id }, caller) => revoke({ id, userId: caller.user.id }, caller.audit),
    },
    projectApiToken: {
      list: ({ projectId, ...query }) => tokens.list({ projectId }, query),
      revoke: ({ projectId, id }, caller) => revoke({ id, projectId }, caller.audit),
    },
    adminApiToken: {
      list: query => tokens.list({}, query),
      revoke: ({ id }, caller) => revoke({ id }, caller.audit),
    },
  }
}
