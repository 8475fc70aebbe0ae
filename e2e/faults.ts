/** `npm run test:faults`: short runs on a real installation with three load machines, one random part killed in each, and every report compared with the target's own count. */
import { parseArgs } from 'node:util'
import { calls } from '@pone/contract/calls/registry.ts'
import { makeWorkspace, registerByApi, signInByApi } from './driver/preparation.ts'
import { type Machine, startMachine } from './faults/machine.ts'
import { createRandom } from './faults/random.ts'
import { runSeconds, type SoakResult, soakRun } from './faults/soak-run.ts'
import { createClosers } from './harness/closers.ts'
import { eventually } from './harness/eventually.ts'
import { startInstallation } from './harness/installation.ts'
import { openShop } from './harness/shop.ts'

const usage = `npm run test:faults -- [--runs N] [--seed S] [--json]

  --runs N  how many runs, 50 when left out
  --seed S  the same choices again for the same number
  --json    prints the result as JSON too, as the last line
`
const captcha = 'f2a7'
const who = { account: 'soak.tester', password: 'Soaking1#' }
const machineNames = ['m1', 'm2', 'm3'] as const
const users = 30
const joinPatienceMs = 60_000

const say = (line: string) => process.stdout.write(`${line}\n`)
const closers = createClosers()

async function soak(runs: number, seed: number): Promise<SoakResult[]> {
  const installation = await startInstallation({ captcha, keepsData: false })
  closers.add(() => installation.stop())
  await registerByApi(installation, who, captcha, '浸泡测试')
  const administrator = await signInByApi(installation, installation.administrator, captcha, true)
  const { id: clusterId } = await administrator.send(calls.cluster.create, { name: 'soak', isPublic: true })
  const { token } = await administrator.send(calls.joinToken.create, { name: 'soak', clusterId, days: null })
  const serverPort = Number(new URL(installation.address).port)
  const machines: Machine[] = []
  for (const name of machineNames) {
    const machine = await startMachine({ name, serverPort, token })
    closers.add(() => machine.stop())
    machines.push(machine)
  }
  const shop = openShop(installation.shopAddress)
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
  for (let number = 1; number <= runs; number++) {
    await allOnline()
    const result = await soakRun({
      number,
      workspace,
      victims: { installation, machines },
      shop,
      random,
    })
    results.push(result)
    say(lineOf(result))
  }
  return results
}

function lineOf(result: SoakResult): string {
  const { run, part, detail, struckAtSecond, state, cause, reported, received } = result
  const { lost, duplicated, unsent, isReconciled, moves } = result
  return [
    `${String(run).padStart(3)}  ${part.padEnd(12)} at ${struckAtSecond.toFixed(1).padStart(4)} s (${detail})`.padEnd(
      54,
    ),
    `${state} (${cause})`.padEnd(19),
    `requests reported ${reported} = target ${received}${unsent > 0 ? ` + ${unsent} not sent` : ''}`.padEnd(
      52,
    ),
    `lost ${lost}  duplicated ${duplicated}  moved ${moves}${isReconciled ? '' : '  not reconciled'}`,
  ].join('  ')
}

function totalsOf(results: readonly SoakResult[]) {
  const sum = (figure: (result: SoakResult) => number) =>
    results.reduce((total, result) => total + figure(result), 0)
  return {
    runs: results.length,
    complete: sum(result => (result.state === 'complete' ? 1 : 0)),
    reconciled: sum(result => (result.isReconciled ? 1 : 0)),
    requests: sum(result => result.reported),
    lost: sum(result => result.lost),
    duplicated: sum(result => result.duplicated),
    unsent: sum(result => result.unsent),
  }
}

const { values } = parseArgs({
  options: {
    runs: { type: 'string', default: '50' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
    json: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
})
if (values.help) say(usage)
else {
  say(`seed ${values.seed}`)
  let isGood = false
  try {
    const results = await soak(Number(values.runs), Number(values.seed))
    const totals = totalsOf(results)
    isGood =
      totals.lost === 0 &&
      totals.duplicated === 0 &&
      totals.complete === totals.runs &&
      totals.reconciled === totals.runs
    if (values.json) say(JSON.stringify({ seed: Number(values.seed), totals, results }))
    say(
      `${totals.runs} runs, ${totals.complete} complete, ${totals.reconciled} reconciled, ${totals.requests} requests, ${totals.unsent} counted as failed that a killed worker had not sent: lost = ${totals.lost}, duplicated = ${totals.duplicated}`,
    )
  } catch (cause) {
    say(cause instanceof Error ? (cause.stack ?? cause.message) : String(cause))
  }
  await closers.closeAll()
  process.exitCode = isGood ? 0 : 1
}
