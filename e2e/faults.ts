/** `npm run test:faults`: short runs on a real installation with three load machines, random faults of processes and networks in each, and every report compared with the target's own count. */

import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { calls } from '@pone/contract/calls/registry.ts'
import { errorStack } from '@pone/schema/error-text.ts'
import { makeWorkspace, registerByApi, signInByApi } from './driver/preparation.ts'
import { planFaults } from './faults/fault-plan.ts'
import { type Machine, startMachine } from './faults/machine.ts'
import { openBridge, openMachineNetwork, targetHost } from './faults/machine-network.ts'
import { createRandom } from './faults/random.ts'
import { isInSandbox, runInSandbox, whyNoSandbox } from './faults/sandbox.ts'
import { runSeconds, type SoakResult, soakRun } from './faults/soak-run.ts'
import { startSoakTarget } from './faults/soak-target.ts'
import { createClosers } from './harness/closers.ts'
import { eventually } from './harness/eventually.ts'
import { startInstallation } from './harness/installation.ts'
import { openShop } from './harness/shop.ts'

const usage = `npm run test:faults -- [--runs N] [--seed S] [--from N] [--minutes M] [--no-netns] [--json]

  --runs N     how many runs, 50 when left out
  --seed S     the same choices again for the same number
  --from N     leaves the first runs of a seed out, to look at a later one
  --minutes M  begins no further run after this; it has failed then. 20 when left out
  --no-netns   machines are cut off by a proxy alone, not by network namespaces and tc
  --json       prints the result as JSON too, as the last line
`
const captcha = 'f2a7'
const who = { account: 'soak.tester', password: 'Soaking1#' }
/** The last one stays in the installation's own network, behind a proxy. */
const machineNames = ['m1', 'm2', 'm3'] as const
const users = 30
const joinPatienceMs = 60_000

const say = (line: string) => void process.stdout.write(`${line}\n`)

interface Plan {
  readonly runs: number
  readonly seed: number
  /** Number of the first run. */
  readonly from: number
  readonly minutes: number
  readonly json: boolean
}

async function soak({ runs, seed, from, minutes }: Plan, closers: ReturnType<typeof createClosers>) {
  const begun = performance.now()
  const hasNetworks = isInSandbox()
  const installation = await startInstallation({
    captcha,
    keepsData: false,
    ...(hasNetworks ? { host: '0.0.0.0' } : {}),
  })
  closers.add(() => installation.stop())
  await registerByApi(installation, who, captcha, '浸泡测试')
  const administrator = await signInByApi(installation, installation.administrator, captcha, true)
  const { id: clusterId } = await administrator.send(calls.cluster.create, { name: 'soak', isPublic: true })
  const { token } = await administrator.send(calls.joinToken.create, {
    name: 'soak',
    clusterId,
    days: null,
    maxUses: null,
  })
  const serverPort = Number(new URL(installation.address).port)
  const kernel = hasNetworks ? await openBridge() : null
  if (kernel !== null)
    say(
      `machines in network namespaces, ${kernel.hasNetem ? 'netem' : 'no netem in this kernel: tbf and packet filter'}`,
    )
  const machines: Machine[] = []
  for (const [index, name] of machineNames.entries()) {
    const network =
      kernel !== null && index < machineNames.length - 1 ? await openMachineNetwork(index, kernel) : null
    const machine = await startMachine({ name, serverPort, token, network })
    closers.add(() => machine.stop())
    machines.push(machine)
  }
  let shopAddress = installation.shopAddress
  if (hasNetworks) {
    const target = await startSoakTarget(targetHost)
    closers.add(target.stop)
    shopAddress = target.address
  }
  const shop = openShop(shopAddress)
  const workspace = await makeWorkspace(await signInByApi(installation, who, captcha), {
    name: 'soak',
    code: 'SOAK-1',
    shopAddress: shop.address,
    loadModel: { kind: 'constant', users, rampUpSeconds: 0, durationSeconds: runSeconds },
    clusterName: 'soak',
  })
  const allOnline = () =>
    eventually({
      what: 'all machines to be online',
      patienceMs: joinPatienceMs,
      look: async () => {
        for (const machine of machines) machine.start()
        const clusters = await workspace.api
          .send(calls.scenario.clusters, { projectId: workspace.projectId })
          .catch(() => [])
        const online = clusters.find(cluster => cluster.id === clusterId)?.machines ?? []
        return online.filter(machine => machine.isOnline).length === machineNames.length || undefined
      },
    })
  const random = createRandom(seed)
  const results: SoakResult[] = []
  for (let left = 1; left < from; left++) planFaults(machines, random)
  for (let number = from; number < from + runs; number++) {
    if (performance.now() - begun > minutes * 60_000) {
      say(`${minutes} minutes are over after ${results.length} runs`)
      break
    }
    await allOnline()
    const planned = planFaults(machines, random)
    const result = await soakRun({ number, workspace, victims: { installation, machines }, shop, planned })
    results.push(result)
    say(lineOf(result, (performance.now() - begun) / 1_000))
  }
  return results
}

function lineOf(result: SoakResult, second: number): string {
  const { run, faults, state, cause, reported, received } = result
  const { lost, duplicated, unsent, swallowed, isReconciled, moves } = result
  const faultTexts = faults.map(({ part, detail, struckAtSecond }) =>
    `${part} ${detail} at ${struckAtSecond.toFixed(1)} s`.replace('  ', ' '),
  )
  const rest = [
    ...(unsent > 0 ? [` + ${unsent} not sent`] : []),
    ...(swallowed > 0 ? [` + ${swallowed} swallowed`] : []),
  ]
  return [
    `${String(run).padStart(3)}  ${second.toFixed(0).padStart(5)} s`,
    `${state} (${cause})`,
    `reported ${reported} = target ${received}${rest.join('')}`,
    `lost ${lost}  duplicated ${duplicated}  moved ${moves}${isReconciled ? '' : '  not reconciled'}`,
    faultTexts.join(', '),
  ].join('  ')
}

function totalsOf(results: readonly SoakResult[]) {
  const sum = (figure: (result: SoakResult) => number) =>
    results.reduce((total, result) => total + figure(result), 0)
  const faults: Record<string, number> = {}
  for (const { part } of results.flatMap(result => result.faults)) faults[part] = (faults[part] ?? 0) + 1
  return {
    runs: results.length,
    faults,
    complete: sum(result => (result.state === 'complete' ? 1 : 0)),
    reconciled: sum(result => (result.isReconciled ? 1 : 0)),
    requests: sum(result => result.reported),
    lost: sum(result => result.lost),
    duplicated: sum(result => result.duplicated),
    unsent: sum(result => result.unsent),
    swallowed: sum(result => result.swallowed),
    moves: sum(result => result.moves),
  }
}

/** Returns the exit code. */
async function main(plan: Plan): Promise<number> {
  const closers = createClosers()
  say(`seed ${plan.seed}`)
  let isGood = false
  try {
    const results = await soak(plan, closers)
    const totals = totalsOf(results)
    isGood =
      totals.runs === plan.runs &&
      totals.lost === 0 &&
      totals.duplicated === 0 &&
      totals.complete === totals.runs &&
      totals.reconciled === totals.runs
    const network = isInSandbox() ? 'namespaces' : 'proxy'
    say(
      `${totals.runs} runs, ${totals.complete} complete, ${totals.reconciled} reconciled, ${totals.requests} requests, ${totals.unsent} counted as failed that a killed worker had not sent, ${totals.swallowed} that the network swallowed: lost = ${totals.lost}, duplicated = ${totals.duplicated}`,
    )
    if (plan.json) say(JSON.stringify({ seed: plan.seed, network, isGood, totals, results }))
  } catch (cause) {
    say(errorStack(cause))
  }
  await closers.closeAll()
  return isGood ? 0 : 1
}

const { values } = parseArgs({
  options: {
    runs: { type: 'string', default: '50' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
    from: { type: 'string', default: '1' },
    minutes: { type: 'string', default: '20' },
    'no-netns': { type: 'boolean', default: false },
    json: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
})
const plan = {
  runs: Number(values.runs),
  seed: Number(values.seed),
  from: Number(values.from),
  minutes: Number(values.minutes),
  json: values.json,
}
if (values.help) say(usage)
else if (isInSandbox()) process.exitCode = await main(plan)
else {
  const obstacle = values['no-netns'] ? 'not wanted' : await whyNoSandbox(say)
  if (obstacle === null) {
    process.exitCode = await runInSandbox(fileURLToPath(import.meta.url), process.argv.slice(2))
  } else {
    say(`without network namespaces (${obstacle}): machines are cut off by a proxy`)
    process.exitCode = await main(plan)
  }
}
