/** The agent's log: one line per event on standard error; repeated lines are counted instead of written. */
import { LineLimit } from '@pone/contract/line-limit.ts'

/** Writes one sentence; it must not contain secrets. */
export type Log = (text: string) => void

const summariseEveryMs = 1_000

/** `write` is called with whole lines. */
export function createLog(write: (line: string) => void): Log {
  const limit = new LineLimit()
  const put = (text: string) => write(`${new Date().toISOString()} agent: ${text}\n`)
  setInterval(() => {
    for (const text of limit.summaries(performance.now())) put(text)
  }, summariseEveryMs).unref()
  return text => {
    if (limit.admits(text, performance.now())) put(text)
  }
}
