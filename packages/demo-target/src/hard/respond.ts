/** Answers one request of the hard mode over HTTP. */
import type { IncomingMessage, ServerResponse } from 'node:http'
import { readText } from '../request-body.ts'
import { answerHard, type HardAnswer } from './routes.ts'
import type { HardSessions } from './session.ts'

interface Serving {
  readonly url: URL
  readonly sessions: HardSessions
  /** Takes its time; false for a request that is to fail. */
  readonly isServed: () => Promise<boolean>
}

const failure: HardAnswer = { status: 500, headers: {}, body: 'The shop stumbled.' }

export async function respondHard(
  request: IncomingMessage,
  response: ServerResponse,
  { url, sessions, isServed }: Serving,
): Promise<void> {
  const body = await readText(request).catch(() => null)
  // The client is gone.
  if (body === null) return void response.destroy()
  const { method = 'GET', headers } = request
  const answer = (await isServed()) ? answerHard({ method, url, headers, body }, sessions) : failure
  response.writeHead(answer.status, { ...answer.headers, 'content-length': Buffer.byteLength(answer.body) })
  response.end(answer.body)
}
