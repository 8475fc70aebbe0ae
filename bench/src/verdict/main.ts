/** The verdict on simulated systems: `npm run bench:verdict -- [--json] [--seeds N] [--from N]`; figures go to standard output, wrong verdicts to standard error. */
import { parseArgs } from 'node:util'
import { isRight, namedIn, scoreSeeds } from './score.ts'

/** Seeds below were looked at while thresholds were chosen. */
const firstUnseenSeed = 20_001

const { values } = parseArgs({
  options: {
    json: { type: 'boolean', default: false },
    seeds: { type: 'string', default: '200' },
    from: { type: 'string', default: String(firstUnseenSeed) },
  },
})
const seeds = Array.from({ length: Number(values.seeds) }, (_, index) => Number(values.from) + index)
const score = scoreSeeds(seeds, ({ trial, verdict }) => {
  const isGood = trial.isSaturated ? isRight(trial, verdict) : namedIn(verdict) === null
  if (isGood) return
  const truth = trial.isSaturated ? `${trial.plan.cause}${trial.isHidden ? ' (not monitored)' : ''}` : 'none'
  process.stderr.write(
    `seed ${trial.seed}: cause ${truth}, verdict ${verdict.kind} ${namedIn(verdict) ?? ''}\n`,
  )
})
const method =
  'Per seed one system loaded beyond its limit and one below it (control). The cause of each is known by trial: doubling it raises throughput by at least 15 %, doubling all others by at most 8 %. right01: of the systems beyond their limit, the cause is named first, or, where it is not monitored, none of the others. falseVerdict01: of the control group, a resource is named. kneeErrorPercent: median distance of the fitted knee from the true one.'
process.stdout.write(`${JSON.stringify({ ...score, method }, null, values.json ? undefined : 2)}\n`)
