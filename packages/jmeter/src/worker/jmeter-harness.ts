/** For tests with the real JMeter: where it is, small plans, and a worker that runs them against a target that counts. */
import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { JmeterPlanPart } from '@pone/contract/engines/jmeter.ts'
import type { RunPlan } from '@pone/contract/link/plan.ts'
import { accountVariable } from '@pone/engine/enclosure.ts'
import { CountingTarget, WorkerProcess } from '@pone/engine/worker/worker-harness.ts'
import { jmeterSettingsSchema } from '@pone/plan/engines/jmeter-settings.ts'
import { loadModelSchema } from '@pone/plan/scenario/scenario.ts'
import { quickJava } from '../jmx/real-plans.ts'
import { homeAt, type JmeterHome } from '../process/homes.ts'
import { jmeterWorkerEntry } from './entry.ts'

/** Filled by the set-up of `./pone test unit`, with what Maven fetches. */
const artefacts = fileURLToPath(new URL('../../../../.cache/java-tools', import.meta.url))

/** The JMeter that tests run. @throws Error when it is missing */
export function testJmeter(): JmeterHome {
  const names = existsSync(artefacts) ? readdirSync(artefacts) : []
  const home = names.map(name => homeAt(join(artefacts, name))).find(found => found !== null)
  if (home === undefined || home === null) throw new Error('JMeter is missing: ./pone test unit brings it')
  return home
}

/** The run of one test plan with the load of its own thread groups. */
export function runOf(
  text: string,
  part: Partial<Omit<JmeterPlanPart, 'components'>> = {},
  files: JmeterPlanPart['components'][number]['files'] = [],
): RunPlan {
  return {
    runId: 'run-1',
    components: [],
    jmeter: {
      components: [{ id: 'c1', name: 'shop', percentage: 100, text, files }],
      load: 'plan',
      settings: jmeterSettingsSchema.parse({ jvmOptions: quickJava }),
      ...part,
    },
    labels: [],
    drive: 'users',
    maxUsers: 100,
    loadModel: loadModelSchema.parse({
      kind: 'constant',
      users: 1,
      rampUpSeconds: 0,
      durationSeconds: 0,
      loops: 1,
    }),
    sampleLog: 'off',
    files: [],
  }
}

let accounts = 0
/** An account as an agent assigns it; only root can use one. */
export const testAccount = (): number => 1_900_000_000 + (process.pid % 1_000) * 50 + (accounts++ % 50)

/** A new folder, target and worker for one test. */
export class JmeterHarness {
  readonly folder = mkdtempSync(join(tmpdir(), 'pone-jmeter-'))
  readonly target = new CountingTarget()
  readonly worker = new WorkerProcess(this.folder, 'w1', {
    entry: jmeterWorkerEntry,
    env: { [accountVariable]: `${testAccount()}` },
  })

  static async open(): Promise<JmeterHarness> {
    const harness = new JmeterHarness()
    await harness.target.listen()
    return harness
  }

  /** Returns why the plan cannot run; null when it can. Files by name with their text. */
  prepare(plan: RunPlan, files: Readonly<Record<string, string>> = {}): Promise<string | null> {
    const filePaths = Object.fromEntries(
      Object.entries(files).map(([name, text]) => {
        const path = join(this.folder, `of-the-plan-${name}`)
        writeFileSync(path, text)
        return [name, path]
      }),
    )
    const samplePath = join(this.folder, 'samples.csv')
    return this.worker.prepare(plan, undefined, { filePaths, samplePath, tools: [testJmeter()] })
  }

  async run(plan: RunPlan, files: Readonly<Record<string, string>> = {}): Promise<void> {
    const error = await this.prepare(plan, files)
    if (error !== null) throw new Error(error)
    this.worker.send({ kind: 'start', startAt: Date.now() })
  }

  async close(): Promise<void> {
    const { child, exited } = this.worker
    if (child.exitCode === null && child.signalCode === null) {
      child.kill('SIGKILL')
      await exited
    }
    await this.target.close()
    rmSync(this.folder, { recursive: true, force: true })
  }
}
