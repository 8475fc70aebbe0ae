/** The verdict on simulated systems: `npm run bench:verdict -- [--json] [--seeds N] [--cases A,B] [--searches N] [--from N] [--shop [--repeats N] [--shop-seed N] [--keep FILE]] [--kept FILE]`; figures go to standard output, wrong verdicts to standard error. */
import { appendFileSync, readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { scoreSearches } from './capacity.ts'
import { isFalselyExcluded, isRight, namedIn, scoreSeeds } from './score.ts'
import { type JudgedTrial, type KeptTrial, scoreKept, scoreShop } from './shop-trials.ts'
import { trialCases } from './trials.ts'

/** Seeds below were looked at while thresholds were chosen. */
const firstUnseenSeed = 30_001

const { values } = parseArgs({
  options: {
    json: { type: 'boolean', default: false },
    /** Of each case. */
    seeds: { type: 'string', default: '60' },
    cases: { type: 'string', default: trialCases.join() },
    /** Also the demo shop: a repeat is ten runs of 45 s, one with and one without each of its limits. */
    shop: { type: 'boolean', default: false },
    repeats: { type: 'string', default: '5' },
    /** Sizes of the shop's limits are drawn from it. */
    'shop-seed': { type: 'string', default: '70' },
    /** A file to which each run of the shop is added as a line of JSON, and one whose runs are judged instead of new ones. */
    keep: { type: 'string' },
    kept: { type: 'string' },
    searches: { type: 'string', default: '24' },
    from: { type: 'string', default: String(firstUnseenSeed) },
  },
})
const seeds = Array.from({ length: Number(values.seeds) }, (_, index) => Number(values.from) + index)
const wanted = values.cases.split(',')
const score = scoreSeeds(
  seeds,
  ({ trial, verdict }) => {
    const isGood = trial.isSaturated ? isRight(trial, verdict) : namedIn(verdict) === null
    if (isGood && !isFalselyExcluded(trial, verdict)) return
    const truth = trial.isSaturated
      ? `${trial.plan.cause}${trial.isHidden ? ' (not monitored)' : ''}`
      : 'none'
    const against = [
      ...('ruledOut' in verdict ? verdict.ruledOut : []),
      ...('notJudged' in verdict ? verdict.notJudged : []),
    ].find(({ id }) => id === trial.plan.cause)
    const reason = against === undefined ? '' : `, the cause: ${against.reason}`
    process.stderr.write(
      `${trial.case} ${trial.seed}: cause ${truth}, verdict ${verdict.kind} ${namedIn(verdict) ?? ''}${reason}\n`,
    )
  },
  trialCases.filter(each => wanted.includes(each)),
)
const capacity = scoreSearches(
  Array.from({ length: Number(values.searches) }, (_, index) => Number(values.from) + index),
  ({ seed, cause, drive, truth, found, kind, errorPercent }) => {
    if (errorPercent > 5)
      process.stderr.write(
        `search ${seed} (${cause}, ${drive}): ${kind} ${found}, true limit ${Math.round(truth)}\n`,
      )
  },
)
const shop = await scoreOfShop()
const method =
  'Per seed one system loaded beyond its limit and one below it (control). The cause of each is known by trial: doubling it raises throughput by at least 15 %, doubling all others by at most 8 %. right01: of the systems beyond their limit, the cause is named first, or, where it is not monitored, the answer is that it is none of the observed; "not enough data" is right only where by the making of the system a resource has fewer than 20 readings on a side of the true knee or was full before the load, and a watched cause must be listed as not judged then. named01: of those with a watched cause, it is named first. falseExclusion01: of the same, the cause is ruled out, or the answer is that it is none of the observed. falseVerdict01: of the control group, a resource is named. kneeErrorPercent: median distance of the fitted knee from the true one. capacity: searches for the highest load with 95 % of the requests within a limit, against the load at which long runs cross it. shop: the demo shop as a real process; right01: of the runs beyond a limit, it is named first; rightHidden01: none is named when that one is left out; kneeErrorPercent: median distance of the throughput beyond the knee from what the limit lets pass by arithmetic (pool, lock, service); quiet: only runs in which others used less than 30 % of the machine.'
process.stdout.write(
  `${JSON.stringify({ ...score, capacity, ...(shop === null ? {} : { shop }), method }, null, values.json ? undefined : 2)}\n`,
)

async function scoreOfShop() {
  if (values.kept !== undefined) {
    const score = scoreKept(
      readFileSync(values.kept, 'utf8')
        .trim()
        .split('\n')
        .map((line): KeptTrial => JSON.parse(line)),
    )
    score.trials.forEach(tellShop)
    return score
  }
  if (!values.shop) return null
  return scoreShop(Number(values.repeats), Number(values['shop-seed']), (trial, kept) => {
    tellShop(trial)
    if (values.keep !== undefined) appendFileSync(values.keep, `${JSON.stringify(kept)}\n`)
  })
}

function tellShop({ limit, named, kind, sentence, ruledOut, othersCpu01, loadAverage }: JudgedTrial): void {
  const machine = `others use ${Math.round(100 * othersCpu01)} % of the machine, load ${loadAverage.toFixed(1)}`
  process.stderr.write(
    `shop ${limit ?? 'below all limits'}: ${kind} ${named ?? ''}; ${machine}: ${sentence} ${ruledOut.join(', ')}\n`,
  )
}
