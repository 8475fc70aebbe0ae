/** Counting programs as a log might have made them, for tests: the format of the log says which. */
import { spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { toldCause } from '@pone/contract/told-cause.ts'
import { enclose } from '@pone/engine/enclosure.ts'
import { countCommandSchema } from './messages.ts'

const held: Buffer[] = []

const attempts = {
  read: () => readFileSync('/etc/passwd'),
  write: () => writeFileSync(join(tmpdir(), 'pone-stolen'), 'x'),
  start: () => spawnSync('/bin/true'),
}

const isRefused = (attempt: () => unknown): boolean => {
  try {
    attempt()
    return false
  } catch {
    return true
  }
}

const modes: Readonly<Record<string, () => void>> = {
  /** Tells a mix that is none. */
  liar: () =>
    process.send?.({ state: 'counted', document: { requests: -1, templates: 'many' }, isCut: false }),
  /** Takes memory without end. */
  glutton: () => void setInterval(() => held.push(Buffer.alloc(64 * 1024 ** 2, held.length)), 1),
  quitter: () => process.exit(0),
  /** Does what it must not, and tells what of it was refused. */
  thief: () => {
    const refused = Object.entries(attempts).flatMap(([name, attempt]) => (isRefused(attempt) ? [name] : []))
    const cause = toldCause('logUnreadable', {}, `refused: ${refused.join(', ')}`)
    process.send?.({ state: 'failed', cause })
  },
  /** Counts for ever. */
  silent: () => undefined,
}

process.on('disconnect', () => process.exit(0))
process.once('message', message => {
  enclose()
  setInterval(() => undefined, 1_000)
  modes[countCommandSchema.parse(message).logFormat]?.()
})
