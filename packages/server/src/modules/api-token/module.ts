/** API tokens: access of a program to one project on behalf of a user. */
import type { Nouns } from '../../calls/nouns.ts'
import type { ModuleBase } from '../module.ts'
import { createApiTokenApi } from './api-token.api.ts'
import { createApiTokenRepository } from './api-token.repository.ts'
import { createApiTokenService } from './api-token.service.ts'

export const apiTokenNouns: Nouns = {
  apiToken: { zh: 'API 令牌', en: 'The API token' },
}

export function apiTokenModule({ database, clock }: ModuleBase) {
  const apiTokens = createApiTokenService(createApiTokenRepository(database), clock)
  return { handlers: createApiTokenApi(apiTokens), services: { apiTokens } }
}
