/** The server's log: JSON lines on stderr, with secrets removed, repeated lines counted instead of written. */
import { LineLimit } from '@pone/contract/line-limit.ts'
import Fastify, { type FastifyBaseLogger } from 'fastify'

export type Log = FastifyBaseLogger

const summariseEveryMs = 1_000
/** Lines from this level on (pino's number of `fatal`) are always written. */
const fatalLevel = 60

/** `silent` writes nothing. `stream` receives the lines. */
export function createLog(
  level: 'info' | 'silent',
  stream: { write(line: string): unknown } = process.stderr,
): Log {
  const limit = new LineLimit()
  let isSummary = false
  // Fastify contains its logger (pino), and creates one of the same kind here.
  const { log } = Fastify({
    logger: {
      level,
      redact: ['password', 'token', '*.password', '*.token'],
      stream,
      hooks: {
        logMethod(args, method, lineLevel) {
          if (isSummary || lineLevel >= fatalLevel || limit.admits(textOf(args), performance.now()))
            method.apply(this, args)
        },
      },
    },
  })
  if (level === 'silent') return log
  setInterval(() => {
    isSummary = true
    for (const text of limit.summaries(performance.now())) log.warn(text)
    isSummary = false
  }, summariseEveryMs).unref()
  return log
}

/** The key by which lines count as repeated: the message, or the error when there is none. */
function textOf(args: readonly unknown[]): string {
  const sentence = args.find(each => typeof each === 'string')
  if (sentence !== undefined) return sentence
  const [first] = args
  return first instanceof Error ? first.message : ''
}
