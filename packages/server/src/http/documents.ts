/** Serves the API documentation: openapi.json and the page that displays it. */
import { readFile } from 'node:fs/promises'
import { apiBase, languageHeader } from '@pone/contract/envelope.ts'
import type { FastifyInstance } from 'fastify'
import { languageOf } from './language.ts'
import { describeCalls } from './openapi.ts'

const pages = [
  { path: '/docs', file: 'docs.html', type: 'text/html; charset=utf-8' },
  { path: '/docs/docs.css', file: 'docs.css', type: 'text/css; charset=utf-8' },
  { path: '/docs/docs.js', file: 'docs.js', type: 'text/javascript; charset=utf-8' },
] as const

export async function mountDocuments(app: FastifyInstance, version: string): Promise<void> {
  const documents = {
    zh: JSON.stringify(describeCalls(version, 'zh')),
    en: JSON.stringify(describeCalls(version, 'en')),
  }
  app.get<{ Querystring: { language?: string } }>(`${apiBase}/openapi.json`, (request, reply) => {
    const language = languageOf(request.query.language ?? request.headers[languageHeader])
    return reply.type('application/json; charset=utf-8').send(documents[language])
  })
  for (const { path, file, type } of pages) {
    const text = await readFile(new URL(`docs/${file}`, import.meta.url), 'utf8')
    app.get(`${apiBase}${path}`, (_request, reply) =>
      reply.type(type).header('cache-control', 'no-cache').send(text),
    )
  }
}
