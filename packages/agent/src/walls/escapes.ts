/** `npm run test:escapes`: every known escape against each wall with the other one off, and every attack of an escaped process. The last line is `N passed, N failed`. */
import { knownEscapes } from '@pone/engine/scripts/known-escapes.ts'
import { holdsLanguageWall } from '@pone/engine/scripts/language-wall-harness.ts'
import { tryWall } from './wall-trial.ts'

let passed = 0
let failed = 0
function report(wall: string, name: string, reached: string): void {
  if (reached === '') passed++
  else failed++
  process.stdout.write(
    `${reached === '' ? 'ok    ' : 'FAILED'} ${wall}: ${name}${reached === '' ? '' : `: ${reached}`}\n`,
  )
}

for (const escape of knownEscapes) report('language', escape.name, holdsLanguageWall(escape))
for (const what of ['escapes', 'attacks'] as const) {
  const { findings, how, output } = await tryWall(what)
  for (const { name, reached } of findings) report('process', name, reached)
  if (how !== 'exit code 0' || findings.length === 0) report('process', what, `${how} ${output}`)
}
process.stdout.write(`${passed} passed, ${failed} failed\n`)
process.exitCode = failed === 0 ? 0 : 1
