/** The calls that other servers may make to this one: a route per name, accepted only with a valid signature. */

import { AppError } from '@pone/contract/errors.ts'
import { errorText } from '@pone/schema/error-text.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { peerContentType, peerPath } from './peer-client.ts'
import { createSignatureCheck, signatureHeader } from './signature.ts'

const maxBodyBytes = 64 * 1024 ** 2

/** Handles a call of another server; the input must be parsed. An AppError is returned to the caller as such. */
export type PeerHandler = (input: unknown) => Promise<unknown>

export function mountPeerRoutes(
  app: FastifyInstance,
  deps: {
    key: Buffer
    now: () => number
    handlers: Readonly<Record<string, PeerHandler>>
    onFailure: (what: string, cause: unknown) => void
  },
): void {
  const check = createSignatureCheck(deps.key, deps.now)
  // The signature covers the bytes as received.
  app.addContentTypeParser(peerContentType, { parseAs: 'buffer' }, (_request, body, done) => done(null, body))
  for (const [name, handle] of Object.entries(deps.handlers)) {
    /** Before the body is read. */
    const onRequest = async ({ headers }: FastifyRequest, reply: FastifyReply) => {
      const length = headers['content-length']
      if (
        !check.mayRead(peerPath(name), length === undefined ? null : Number(length), headers[signatureHeader])
      )
        await reply.code(401).header('connection', 'close').send('')
    }
    app.post<{ Body: unknown }>(
      peerPath(name),
      { bodyLimit: maxBodyBytes, onRequest },
      async (request, reply) => {
        const { body } = request
        const isGenuine =
          Buffer.isBuffer(body) && check.isGenuine(peerPath(name), body, request.headers[signatureHeader])
        if (!isGenuine) return reply.code(401).send('')
        try {
          const answer = await handle(JSON.parse(body.toString('utf8')))
          return await reply.type('application/json').send(JSON.stringify(answer ?? null))
        } catch (cause) {
          if (cause instanceof AppError) {
            return reply.code(409).send(JSON.stringify({ code: cause.code, params: cause.params }))
          }
          deps.onFailure(`a call of another server: ${name}`, cause)
          return reply.code(500).send(errorText(cause))
        }
      },
    )
  }
}
