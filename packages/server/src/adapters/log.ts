/** The server's log: JSON lines on stderr, secrets left out. */
import Fastify, { type FastifyBaseLogger } from 'fastify'

export type Log = FastifyBaseLogger

/** `silent` writes nothing. */
export function createLog(level: 'info' | 'silent'): Log {
  // Fastify brings its logger (pino) along and makes one of its own kind for us.
  const options = { level, redact: ['password', 'token', '*.password', '*.token'], stream: process.stderr }
  return Fastify({ logger: options }).log
}
