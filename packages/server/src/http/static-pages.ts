/** Serves the built web: hashed assets with permanent caching, every other path as index.html. */
import { access } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { Failure } from '@pone/contract/answer.ts'
import { apiBase, languageHeader } from '@pone/contract/envelope.ts'
import { AppError } from '@pone/contract/errors.ts'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { ErrorTexts } from '../calls/failure.ts'
import { languageOf } from './language.ts'

export interface PageOptions {
  /** Undefined: a server without pages. */
  readonly webFolder?: string | undefined
  readonly errorTexts: Pick<ErrorTexts, 'toFailure'>
}

/** Also handles unknown calls. */
export async function mountPages(
  app: FastifyInstance,
  { webFolder: folder, errorTexts }: PageOptions,
): Promise<void> {
  const hasPages = folder !== undefined && (await exists(join(folder, 'index.html')))
  if (hasPages) {
    await app.register(fastifyStatic, {
      root: resolve(folder),
      wildcard: false,
      index: false,
      cacheControl: false,
      preCompressed: true,
      setHeaders: (reply, path) => {
        if (!path.includes('/assets/')) {
          // Browsers ask for the icon again on every page.
          reply.header('cache-control', path.includes('favicon') ? 'public, max-age=86400' : 'no-cache')
          return
        }
        reply.header('cache-control', 'public, max-age=31536000, immutable')
        // The page's own policy holds for its scripts and styles; no worker starts from here. Saves 200 bytes per file.
        reply.removeHeader('content-security-policy')
      },
    })
  }
  const unknownCall = (request: FastifyRequest, path: string): Failure => {
    const language = languageOf(request.headers[languageHeader])
    return errorTexts.toFailure(new AppError('UnknownCall', { path }), language, () => undefined)
  }
  app.setNotFoundHandler((request, reply) => {
    const path = request.url.split('?')[0] ?? ''
    if (path.startsWith(`${apiBase}/`) || path === apiBase)
      return reply.code(404).send(unknownCall(request, path))
    const isPage = request.method === 'GET' || request.method === 'HEAD'
    if (!hasPages || !isPage || path.startsWith('/assets/')) {
      return reply.code(404).type('text/plain').send('404')
    }
    return reply.header('cache-control', 'no-cache').sendFile('index.html')
  })
}

const exists = (path: string): Promise<boolean> =>
  access(path).then(
    () => true,
    () => false,
  )
