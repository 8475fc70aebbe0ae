/** An engine process that is hostile from its first line: started as the agent starts engines, it encloses itself and then attacks from the main realm. For the tests of the second wall. */
import { openSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { enclose } from '@pone/engine/enclosure.ts'
import { knownEscapes } from '@pone/engine/scripts/known-escapes.ts'
import { runInNaiveContext } from '@pone/engine/scripts/naive-context-harness.ts'
import { z } from 'zod'
import { type Attack, attacks, type Targets } from './attacks.ts'

const orderSchema = z.object({
  what: z.enum(['attacks', 'escapes', 'memory', 'control']),
  targets: z.object({
    agentFolder: z.string(),
    otherSpool: z.string(),
    ownFolder: z.string(),
    secretVariables: z.array(z.string()),
    agentPid: z.number(),
    databaseSocket: z.string(),
  }),
})

/** Result of one attempt; `reached` is '' when it reached nothing. */
export interface Finding {
  readonly name: string
  readonly reached: string
}

/** What an attacker would do after an escape. */
const aims = [
  'start a shell',
  'read the agent’s key',
  'read the passwords of the system',
  'write outside',
  'secrets of the environment',
  'a signal to the agent',
]

/** Without a wall they would end the test, or damage the checkout. */
const tooReal = [
  'replace the process',
  'change its own program',
  'debug the agent',
  'a heap snapshot on the disk',
]

process.on('unhandledRejection', () => undefined)
process.on('uncaughtException', () => undefined)
process.once('message', message => {
  const { what, targets } = orderSchema.parse(message)
  // As an engine has its spool open.
  const spool = openSync(join(targets.ownFolder, 'spool'), 'a', 0o600)
  if (what !== 'control') enclose()
  writeSync(spool, 'still writable\n')
  if (what === 'memory') return exhaustMemory()
  const list = what === 'control' ? attacks.filter(({ name }) => !tooReal.includes(name)) : attacks
  void (what === 'escapes' ? tryEscapes(targets) : tryAll(list, targets)).then(findings =>
    process.send?.(findings, undefined, {}, () => process.exit(0)),
  )
})

async function tryAll(list: readonly Attack[], targets: Targets): Promise<Finding[]> {
  const findings: Finding[] = []
  const account = process.getuid?.()
  for (const each of list) {
    if (each.needsAccount && account !== undefined && !hasOwnAccount()) continue
    const reached = await Promise.try(() => each.try(targets)).catch(() => '')
    findings.push({ name: each.name, reached })
  }
  return findings
}

/** The first wall is off: the escape runs in a context of node:vm, and its aims are tried whether it escapes or not. */
async function tryEscapes(targets: Targets): Promise<Finding[]> {
  const wanted = attacks.filter(({ name }) => aims.includes(name))
  const findings: Finding[] = []
  for (const { name, code } of knownEscapes) {
    runInNaiveContext(code, () => undefined)
    const reached = (await tryAll(wanted, targets)).filter(finding => finding.reached !== '')
    findings.push({ name, reached: reached.map(each => `${each.name}: ${each.reached}`).join('; ') })
  }
  return findings
}

const hasOwnAccount = (): boolean => process.env['PONE_ENGINE_ACCOUNT'] !== undefined

function exhaustMemory(): never {
  const all: unknown[] = []
  for (;;) all.push(Array.from({ length: 100_000 }, (_, i) => ({ i })))
}
