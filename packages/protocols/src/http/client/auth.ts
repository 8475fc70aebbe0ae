/** Compiles how a request authenticates: basic and bearer are a header, digest and OAuth2 are layers that read the evaluated credentials. */

import type { Scope, Template } from '../../protocol.ts'
import { basicAuthorization, type HttpCredentials } from '../credentials.ts'
import type { HttpAuth, HttpRequest } from '../definition/request.ts'
import type { Layer } from '../exchange.ts'
import type { HttpContext } from './context.ts'

/** Authentication, ready to be evaluated for a user; null parts are not needed. */
export interface CompiledAuth {
  readonly layers: readonly Layer[]
  /** Value of Authorization. */
  readonly header: ((scope: Scope) => string) | null
  readonly credentials: ((scope: Scope) => HttpCredentials) | null
  /** Whether it is the same for all users. */
  readonly isConstant: boolean
}

const none: CompiledAuth = { layers: [], header: null, credentials: null, isConstant: true }

/** Compiles the request's own authentication, or that of the settings. */
export function compileAuth(http: HttpRequest, context: HttpContext): CompiledAuth {
  const auth: HttpAuth = http.auth.kind === 'asSet' ? context.settings.auth : http.auth
  const areConstant = (...templates: Template[]) => templates.every(template => template.constant !== null)
  switch (auth.kind) {
    case 'none':
      return none
    case 'bearer': {
      const token = context.template(auth.token)
      return {
        ...none,
        header: scope => `Bearer ${token.evaluate(scope).trim()}`,
        isConstant: areConstant(token),
      }
    }
    case 'basic':
    case 'digest': {
      const user = context.template(auth.user)
      const password = context.template(auth.password)
      const isConstant = areConstant(user, password)
      if (auth.kind === 'basic') {
        const header = (scope: Scope) => basicAuthorization(user.evaluate(scope), password.evaluate(scope))
        return { ...none, header, isConstant }
      }
      return {
        layers: [context.authLayers.digest],
        header: null,
        credentials: scope => ({
          kind: 'digest',
          user: user.evaluate(scope),
          password: password.evaluate(scope),
        }),
        isConstant,
      }
    }
    case 'oauth2': {
      const tokenUrl = context.template(auth.tokenUrl.trim())
      const clientId = context.template(auth.clientId)
      const clientSecret = context.template(auth.clientSecret)
      const scopes = context.template(auth.scope.trim())
      const { clientAuthentication } = auth
      return {
        layers: [context.authLayers.clientCredentials],
        header: null,
        credentials: scope => ({
          kind: 'oauth2',
          tokenUrl: tokenUrl.evaluate(scope),
          clientId: clientId.evaluate(scope),
          clientSecret: clientSecret.evaluate(scope),
          scope: scopes.evaluate(scope),
          clientAuthentication,
        }),
        isConstant: areConstant(tokenUrl, clientId, clientSecret, scopes),
      }
    }
  }
}
