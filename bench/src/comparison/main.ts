/**
 * The comparison of runs: `npm run bench:comparison -- --json [pairs] [never | whereSurer | always]` (200 pairs: `falseAlarm01`, `power01`; then whether
 * windows of equal elapsed times are compared, `never`), `-- shop [pairs] [seconds]` (real runs of the demo shop), `-- alarms [pairs]` (a table by
 * target) or `-- speed [hours] [workers] [labels]`; figures go to standard output.
 */
import { measureFalseAlarms } from './false-alarms.ts'
import { measurePower } from './power.ts'
import { measureShopPairs } from './shop-pairs.ts'
import { measureSpeed } from './speed.ts'

const [what = '', ...numbers] = process.argv.slice(2)
const [first, second, third] = numbers.map(Number)
const pairing = (['never', 'whereSurer', 'always'] as const).find(way => numbers.includes(way)) ?? 'never'
if (what === '--json') {
  process.stdout.write(`${JSON.stringify(measurePower(first ?? 200, pairing), null, 2)}\n`)
} else if (what === 'shop') {
  const tell = (pair: unknown) => void process.stderr.write(`${JSON.stringify(pair)}\n`)
  process.stdout.write(
    `${JSON.stringify(await measureShopPairs(first ?? 30, second ?? 30, tell), null, 2)}\n`,
  )
} else if (what === 'alarms') {
  process.stdout.write(measureFalseAlarms(first ?? 200, row => process.stderr.write(`${row}\n`)))
} else if (what === 'speed') {
  const size = { hours: first ?? 1, workers: second ?? 4, labels: third ?? 50 }
  process.stdout.write(`${JSON.stringify({ ...size, costs: await measureSpeed(size) }, null, 2)}\n`)
} else {
  process.stderr.write(
    '--json [pairs] [never | whereSurer | always] | shop [pairs] [seconds] | alarms [pairs] | speed [hours] [workers] [labels]\n',
  )
  process.exitCode = 2
}
