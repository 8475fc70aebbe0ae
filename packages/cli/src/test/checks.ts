/** The static checks, each a script of package.json. */
import { availableParallelism } from 'node:os'
import { type Outcome, oneUnit, outcomeOf, type Unit } from './outcome.ts'
import { runNode } from './run-node.ts'

/** Those that take longest come first. */
const checks = [
  'check:unused',
  'check:lint',
  'check:types',
  'check:format',
  'check:words',
  'check:imports',
  'check:unstable',
]

/** One per processor at a time; the output of each is shown when it has ended. */
export async function runChecks(say: (line: string) => void): Promise<Outcome> {
  const waiting = [...checks]
  const units: Unit[] = []
  const work = async () => {
    for (let check = waiting.shift(); check !== undefined; check = waiting.shift())
      units.push(await runCheck(check, say))
  }
  await Promise.all(Array.from({ length: Math.min(2, availableParallelism()) }, work))
  return outcomeOf(units)
}

async function runCheck(name: string, say: (line: string) => void): Promise<Unit> {
  const lines: string[] = []
  const startedMs = performance.now()
  const exitCode = await runNode({
    args: ['--run', name],
    isPatient: true,
    onLine: line => void lines.push(line),
  })
  const unit = oneUnit(
    { kind: 'check', name, seconds: (performance.now() - startedMs) / 1_000 },
    exitCode === 0,
    `${name}\n${lines.slice(-40).join('\n')}`,
  )
  if (exitCode !== 0) for (const line of lines) say(line)
  say(`${exitCode === 0 ? 'passed' : 'FAILED'}: ${name} (${unit.seconds.toFixed(1)} s)`)
  return unit
}
