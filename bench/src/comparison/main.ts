/**
 * The comparison of runs: `npm run bench:comparison -- --json [pairs] [paired]` (200 pairs: `falseAlarm01`, `power01`; `paired`: of
 * windows at equal elapsed times), `-- alarms [pairs]` (a table by target) or `-- speed [hours] [workers] [labels]`; figures go to
 * standard output.
 */
import { measureFalseAlarms } from './false-alarms.ts'
import { measurePower } from './power.ts'
import { measureSpeed } from './speed.ts'

const [what = '', ...numbers] = process.argv.slice(2)
const [first, second, third] = numbers.map(Number)
if (what === '--json') {
  process.stdout.write(`${JSON.stringify(measurePower(first ?? 200, numbers.includes('paired')), null, 2)}\n`)
} else if (what === 'alarms') {
  process.stdout.write(measureFalseAlarms(first ?? 200, row => process.stderr.write(`${row}\n`)))
} else if (what === 'speed') {
  const size = { hours: first ?? 1, workers: second ?? 4, labels: third ?? 50 }
  process.stdout.write(`${JSON.stringify({ ...size, costs: await measureSpeed(size) }, null, 2)}\n`)
} else {
  process.stderr.write('--json [pairs] [paired] | alarms [pairs] | speed [hours] [workers] [labels]\n')
  process.exitCode = 2
}
