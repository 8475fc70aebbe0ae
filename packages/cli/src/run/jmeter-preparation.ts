/** Turns a JMeter test plan, its files and the command line into the plan of a run by JMeter. */
import { createHash, randomUUID } from 'node:crypto'
import { readFile, stat } from 'node:fs/promises'
import { basename, dirname, join, resolve } from 'node:path'
import type { RunPlan } from '@pone/contract/link/plan.ts'
import { decodePlan } from '@pone/jmeter/jmx/bytes.ts'
import { readPlan } from '@pone/jmeter/jmx/plan.ts'
import { type JmxProblem, jmxProblemText } from '@pone/jmeter/jmx/problem.ts'
import { filesOf, type PlanFile } from '@pone/jmeter/load/files.ts'
import { scenarioDocumentSchema } from '@pone/plan/scenario/scenario.ts'
import { CommandError } from '../exit-codes.ts'
import type { LoadChanges, RunOptions } from './options.ts'
import type { Preparation } from './preparation.ts'
import { terminalLanguage } from './problems.ts'

/** JMeter samples have no maximum duration that is known here. */
const longestResponseMs = 60_000

export interface JmeterPreparation extends Preparation {
  readonly name: string
  readonly filePaths: Record<string, string>
}

/** Whether the source is a JMeter test plan. */
export const isTestPlan = (source: string): boolean => source.toLowerCase().endsWith('.jmx')

/** @throws CommandError `usage` or `componentInvalid` */
export async function prepareJmeterRun(options: RunOptions): Promise<JmeterPreparation> {
  const path = resolve(options.source)
  const facts = await stat(path).catch(() => null)
  if (facts?.isFile() !== true) throw new CommandError('usage', `There is no file ${path}.`)
  if (options.baseUrl !== null) {
    throw new CommandError(
      'usage',
      '--base-url is for components; give a test plan its address by --var NAME=VALUE.',
    )
  }
  const decoded = decodePlan(await readFile(path))
  if (!decoded.ok) throw broken(options.source, decoded.problem)
  const read = readPlan(decoded.text)
  if (!read.ok) throw broken(options.source, read.problem)
  const files = await filesBeside(dirname(path), filesOf(read.plan))
  const name = basename(path).replace(/\.jmx$/i, '')
  const scenario = scenarioDocumentSchema.parse({
    engine: 'jmeter',
    sampleLog: options.out?.format ?? 'off',
    sla: options.sla,
    jmeter: { properties: [...options.variables].map(([property, value]) => ({ name: property, value })) },
    ...loadOf(options.load),
  })
  const plan: RunPlan = {
    runId: randomUUID(),
    components: [],
    jmeter: {
      components: [
        {
          id: 'component',
          name,
          percentage: 100,
          text: decoded.text,
          files: files.map(file => ({ id: file.id, name: file.name })),
        },
      ],
      load: isLoadGiven(options.load) ? 'model' : 'plan',
      settings: scenario.jmeter,
    },
    labels: [],
    drive: scenario.drive,
    maxUsers: scenario.maxUsers,
    loadModel: scenario.loadModel,
    sampleLog: scenario.sampleLog,
    files: [],
  }
  const filePaths = Object.fromEntries(files.map(file => [file.id, file.path]))
  return { plan, scenario, longestResponseMs, name, filePaths }
}

const isLoadGiven = (load: LoadChanges): boolean => Object.values(load).some(value => value !== null)

/** The load that the command line sets; without it the thread groups have their own, and the model is not used. */
function loadOf({ users, durationMs, ratePerSecond, rampUpMs, iterations, maxUsers }: LoadChanges) {
  return {
    drive: ratePerSecond === null ? 'users' : 'arrivals',
    ...(maxUsers === null ? {} : { maxUsers }),
    loadModel: {
      kind: 'constant',
      users: ratePerSecond ?? users ?? 1,
      rampUpSeconds: (rampUpMs ?? 0) / 1_000,
      durationSeconds: (durationMs ?? 0) / 1_000,
      loops: iterations ?? (durationMs === null ? 1 : 0),
    },
  }
}

const broken = (source: string, problem: JmxProblem): CommandError =>
  new CommandError(
    'componentInvalid',
    `${source} cannot be run: ${jmxProblemText(problem)[terminalLanguage()]}`,
  )

/** The existing files of the plan, each name once. */
async function filesBeside(folder: string, files: readonly PlanFile[]) {
  const found = new Map<string, { id: string; name: string; path: string }>()
  for (const { name, path, isKnown } of files) {
    if (!isKnown || found.has(name)) continue
    const full = (await existing(resolve(folder, path))) ?? (await existing(join(folder, name)))
    if (full === null) continue
    const id = createHash('sha256').update(full).digest('hex').slice(0, 32)
    found.set(name, { id, name, path: full })
  }
  return [...found.values()]
}

async function existing(path: string): Promise<string | null> {
  const facts = await stat(path).catch(() => null)
  return facts?.isFile() === true ? path : null
}
