/** HTTP as a protocol of the engine: requests are compiled once per step, sessions keep cookies, cache and connections per user. */

import type { ComponentContext, ComponentProtocol, OperationContext, Protocol } from '../protocol.ts'
import { clientCredentialsLayer } from './auth/client-credentials-layer.ts'
import { digestLayer } from './auth/digest-layer.ts'
import { TokenStore } from './auth/token-store.ts'
import { compileCall } from './client/call.ts'
import type { HttpContext } from './client/context.ts'
import { cookieValues } from './client/cookie-values.ts'
import { describeRequest } from './client/describe.ts'
import { expectedStatus } from './client/expected-status.ts'
import { failureText } from './definition/failures.ts'
import type { HttpRequest } from './definition/request.ts'
import type { HttpSettings } from './definition/settings.ts'
import { http } from './definition.ts'
import type { HttpCall, HttpResult } from './exchange.ts'
import { unsentResult } from './hops.ts'
import { HttpSession } from './session.ts'

type HttpComponent = ComponentProtocol<HttpRequest, HttpSession, HttpCall, HttpResult>

/** Faults of a body that nobody but the sample asked for: the answer counts as it would have without. */
const bodyFaults: readonly (string | null)[] = ['bodyTooLarge', 'protocol.encoding']

export const httpClient: Protocol<HttpRequest, HttpSettings, HttpSession, HttpCall, HttpResult> = {
  definition: http,
  open: context => openComponent(contextOf(context)),
}

function contextOf(context: ComponentContext<HttpSettings>): HttpContext {
  const { settings, network, shared, extraHeaders } = context
  return {
    ...context,
    baseUrl: context.template(settings.baseUrl.trim()),
    transport: {
      ...network,
      keepAlive: settings.keepAlive,
      repeatsDropped: settings.repeatDropped,
      httpVersion: settings.httpVersion,
    },
    authLayers: {
      digest: digestLayer(),
      clientCredentials: clientCredentialsLayer(shared.of(TokenStore), extraHeaders),
    },
  }
}

function openComponent(context: HttpContext): HttpComponent {
  const { settings, network } = context
  const keeping = {
    clearsCookies: settings.clearCookiesEachIteration,
    clearsCache: settings.clearCacheEachIteration,
    forgetsNames: network.dns === 'iteration',
  }
  return {
    compile: (request, operation) => compileRequest(request, context, operation),
    openSession: user => new HttpSession({ wire: user.wire, network: user.network, keeping }),
  }
}

type Send = ReturnType<HttpComponent['compile']>['send']

const send: Send = (call, session, signal, onOutcome) => session.send(call, signal, onOutcome)
const sendTraced: Send = (call, session, signal, onOutcome) =>
  session.send(call, signal, outcome => {
    // An answer from the user's cache began none.
    if (call.traceId !== undefined && outcome.wireRequests > 0) outcome.traceId = call.traceId
    onOutcome(outcome)
  })

function compileRequest(
  request: HttpRequest,
  context: HttpContext,
  { wantsHeaders, wantsBody }: OperationContext,
): ReturnType<HttpComponent['compile']> {
  const isExpected = expectedStatus(request.expectedStatuses)
  return {
    build: compileCall(request, context, { headers: wantsHeaders, body: wantsBody }),
    send: context.newTrace === undefined ? send : sendTraced,
    isAnswered: ({ errorCode }) => errorCode === null || (!wantsBody && bodyFaults.includes(errorCode)),
    failureOf: ({ status }) =>
      isExpected(status)
        ? null
        : { code: `HTTP ${status}`, message: failureText('statusNotExpected', { status }) },
    unsent: (code, message) => unsentResult('', code, message),
    sourceValues: (outcome, session, source, name) =>
      source === 'cookie' ? cookieValues(outcome, session, name) : [],
    describe: describeRequest,
  }
}
