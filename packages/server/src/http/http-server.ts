/** The web server: security headers, bodies, calls, API documentation, live stream and pages. */
import compress from '@fastify/compress'
import formBody from '@fastify/formbody'
import helmet from '@fastify/helmet'
import multipart from '@fastify/multipart'
import rateLimit from '@fastify/rate-limit'
import { apiBase, languageHeader } from '@pone/contract/envelope.ts'
import { AppError } from '@pone/contract/errors.ts'
import { requestTimeoutMs } from '@pone/schema/limits.ts'
import Fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from 'fastify'
import type { ErrorTexts } from '../calls/failure.ts'
import { sizeText } from '../calls/upload-rules.ts'
import { limitConnections } from '../sockets/connection-limit.ts'
import { type CallRoutesOptions, mountCalls } from './call-routes.ts'
import { mountDocuments } from './documents.ts'
import { languageOf } from './language.ts'
import { limitRequests } from './requests-per-address.ts'
import { mountPages, type PageOptions } from './static-pages.ts'
import type { ServerCertificate } from './tls/server-certificate.ts'
import { tlsServerOf } from './tls/tls-server.ts'
import { createProxyCheck, type TrustedProxies } from './tls/trusted-proxies.ts'

export interface HttpServerOptions {
  readonly logger: FastifyBaseLogger
  readonly errorTexts: ErrorTexts
  /** Maximum number of connections, and of concurrent requests, per address. */
  readonly connectionsPerAddress?: number | undefined
  /** Proxies whose X-Forwarded-For and X-Forwarded-Proto are trusted. */
  readonly trustedProxies?: TrustedProxies | undefined
  /** If set, the server uses TLS. */
  readonly certificate?: ServerCertificate | undefined
}

export interface HttpContent extends CallRoutesOptions, Omit<PageOptions, 'errorTexts'> {
  /** Version of the product, for the API documentation. */
  readonly version: string
  /** Whether the database can be reached. */
  readonly isHealthy: () => Promise<boolean>
}

const maxBodyBytes = 16 * 1024 ** 2
/** Time limit for the request head, and the interval of that check, ms. */
const headersTimeoutMs = 15_000
const lookEveryMs = 5_000
/** Many users may share one address, and browsers open up to six connections each. */
const defaultConnections = 1_000

/** Not listening yet, and without routes. */
export async function createHttpServer(options: HttpServerOptions): Promise<FastifyInstance> {
  const limits = { headersTimeout: headersTimeoutMs, connectionsCheckingInterval: lookEveryMs }
  const app = Fastify({
    loggerInstance: options.logger,
    bodyLimit: maxBodyBytes,
    requestTimeout: requestTimeoutMs,
    trustProxy: trustOf(options.trustedProxies),
    ...(options.certificate === undefined
      ? { http: limits }
      : { serverFactory: tlsServerOf(options.certificate, limits) }),
    logController: new LogController({ disableRequestLogging: true }),
    routerOptions: { maxParamLength: 500 },
  })
  const perAddress = options.connectionsPerAddress ?? defaultConnections
  // A proxy forwards requests of many clients; they are distinguished by the forwarded address.
  limitConnections(app.server, { perAddress, isExempt: createProxyCheck(options.trustedProxies ?? false) })
  limitRequests(app, perAddress)
  app.setErrorHandler((error, request, reply) => {
    // A part that a file of the pages does not have: no call, so no envelope, which a browser would take for the file.
    if (error instanceof Error && 'statusCode' in error && error.statusCode === 416)
      return reply.code(416).type('text/plain').send('416')
    const language = languageOf(request.headers[languageHeader])
    const failure = options.errorTexts.toFailure(translate(error), language, (cause, reference) =>
      request.log.error({ err: cause, reference }, 'operation failed'),
    )
    return reply.code(failure.status === 401 ? 401 : 200).send(failure)
  })
  await app.register(helmet, {
    // Set below, for requests over TLS.
    hsts: false,
    contentSecurityPolicy: {
      directives: {
        upgradeInsecureRequests: null,
        styleSrc: ["'self'", "'unsafe-inline'"],
        imgSrc: ["'self'", 'data:', 'blob:'],
        // Includes the live stream: 'self' covers ws and wss of this origin (Safari since 15.4).
        // The capture tool (./pone capture) listens on the machine of the browser.
        connectSrc: ["'self'", 'http://127.0.0.1:*', 'http://localhost:*'],
        workerSrc: ["'self'", 'blob:'],
      },
    },
  })
  app.addHook('onRequest', async (request, reply) => {
    if (request.protocol === 'https') reply.header('strict-transport-security', 'max-age=15552000')
  })
  // An answer of a call is no page: it may load nothing and stand in no frame. Also 300 bytes shorter per answer.
  app.addHook('onSend', async (_request, reply) => {
    if (String(reply.getHeader('content-type')).startsWith('application/json'))
      reply.header('content-security-policy', "default-src 'none'; frame-ancestors 'none'")
  })
  await app.register(formBody, { bodyLimit: maxBodyBytes })
  await app.register(multipart)
  // Per route; bodies of requests are never decompressed, for a small one can be huge.
  await app.register(compress, { global: false, globalDecompression: false })
  await app.register(rateLimit, {
    global: false,
    errorResponseBuilder: (_request, { ttl }) =>
      new AppError('TooManyRequests', { seconds: Math.ceil(ttl / 1000) }),
  })
  return app
}

/** Calls, health, API documentation, and the pages; further routes (live stream, link) may be added afterwards. */
export async function mountContent(app: FastifyInstance, content: HttpContent): Promise<void> {
  await mountCalls(app, content)
  app.get(`${apiBase}/health`, async (_request, reply) => {
    const isHealthy = await content.isHealthy()
    return reply.code(isHealthy ? 200 : 503).send({ status: isHealthy ? 'up' : 'databaseUnavailable' })
  })
  await mountDocuments(app, content.version)
  await mountPages(app, content)
}

const trustOf = (proxies: TrustedProxies = false): boolean | string[] =>
  typeof proxies === 'boolean' ? proxies : [...proxies]

/** Errors of the framework that a client can cause. */
function translate(error: unknown): unknown {
  if (!(error instanceof Error) || !('code' in error)) return error
  switch (error.code) {
    case 'FST_ERR_CTP_BODY_TOO_LARGE':
      return new AppError('BodyTooLarge', { limit: sizeText(maxBodyBytes) }, { cause: error })
    case 'FST_ERR_CTP_INVALID_MEDIA_TYPE':
    case 'FST_ERR_CTP_INVALID_JSON_BODY':
    case 'FST_ERR_CTP_EMPTY_JSON_BODY':
    case 'FST_ERR_CTP_INVALID_CONTENT_LENGTH':
      return new AppError('BadInput', { detail: error.message }, { cause: error })
    default:
      return error
  }
}
