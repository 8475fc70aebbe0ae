/** Serves the built web: hashed assets for good, everything else of the history mode as index.html. */
import { access } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import fastifyStatic from '@fastify/static'
import { apiBase, languageHeader } from '@pone/contract/envelope.ts'
import { AppError } from '@pone/contract/errors.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { toFailure } from '../calls/failure.ts'
import { languageOf } from './language.ts'

/** Also answers unknown calls; `folder` undefined: a server without pages. */
export async function mountPages(app: FastifyInstance, folder: string | undefined): Promise<void> {
  const hasPages = folder !== undefined && (await exists(join(folder, 'index.html')))
  if (hasPages) {
    await app.register(fastifyStatic, {
      root: resolve(folder),
      wildcard: false,
      index: false,
      cacheControl: false,
      preCompressed: true,
      setHeaders: (reply, path) => {
        const isHashed = path.includes('/assets/')
        reply.header('cache-control', isHashed ? 'public, max-age=31536000, immutable' : 'no-cache')
      },
    })
  }
  app.setNotFoundHandler((request, reply) => {
    const path = request.url.split('?')[0] ?? ''
    if (path.startsWith(`${apiBase}/`) || path === apiBase) return refuseUnknownCall(request, reply, path)
    const isPage = request.method === 'GET' || request.method === 'HEAD'
    if (!hasPages || !isPage || path.startsWith('/assets/')) {
      return reply.code(404).type('text/plain').send('404')
    }
    return reply.header('cache-control', 'no-cache').sendFile('index.html')
  })
}

function refuseUnknownCall(request: FastifyRequest, reply: FastifyReply, path: string): FastifyReply {
  const language = languageOf(request.headers[languageHeader])
  const failure = toFailure(new AppError('UnknownCall', { path }), language, () => undefined)
  return reply.code(404).send(failure)
}

const exists = (path: string): Promise<boolean> =>
  access(path).then(
    () => true,
    () => false,
  )
