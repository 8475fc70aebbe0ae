/** The plan that this machine's JMeter runs: the component's, with this machine's load and share, beside its files. */
import { readdirSync } from 'node:fs'
import { copyFile, mkdir, readFile, writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { CauseError, toldCause } from '@pone/contract/told-cause.ts'
import type { PrepareCommand } from '@pone/engine/worker/serve.ts'
import { isActive, type JmxPlan, propertyValue, readPlan } from '../jmx/plan.ts'
import { jmxProblemText } from '../jmx/problem.ts'
import { componentShare } from '../load/component-share.ts'
import { csvPart } from '../load/csv-part.ts'
import { type PreparedPlan, preparePlan } from '../load/prepare-plan.ts'
import type { JmeterHome } from '../process/homes.ts'

export interface MachinePlan {
  readonly text: string
  /** 0: this machine has no users of the component. */
  readonly threads: number
  /** Requests are sub-samples of transactions, so the rows must contain them. */
  readonly needsSubSamples: boolean
  /** Sentences about differences from the design. */
  readonly notes: readonly string[]
  readonly jarPaths: readonly string[]
}

type Component = NonNullable<PrepareCommand['plan']['jmeter']>['components'][number]

/**
 * Creates the folder and copies the component's files into it. @throws Error with a sentence for the user when the plan
 * cannot be read, or the load cannot be mapped to it
 */
export async function machinePlan(
  command: PrepareCommand,
  index: number,
  place: { readonly folder: string; readonly home: JmeterHome },
): Promise<MachinePlan> {
  const component = command.plan.jmeter?.components[index]
  if (component === undefined) throw new Error('the plan has no JMeter component')
  const prepared = prepare(command, component, index)
  await mkdir(place.folder, { recursive: true, mode: 0o700 })
  for (const { id, name } of component.files) {
    const from = command.filePaths[id]
    if (from === undefined || basename(name) !== name) throw new CauseError('fileNotFetched', { name })
    const part = prepared.csvParts.find(csv => csv.name === name)
    if (part === undefined) await copyFile(from, join(place.folder, name))
    else await writeFile(join(place.folder, name), csvPart(await readFile(from), command.share, part))
  }
  const jarPaths = component.files
    .filter(({ name }) => name.toLowerCase().endsWith('.jar'))
    .map(({ name }) => join(place.folder, name))
  if (prepared.needsThreadGroupPlugin && !hasThreadGroups(place.home, jarPaths)) {
    throw new CauseError('threadGroupsMissing', { version: place.home.version })
  }
  return {
    text: prepared.plan.text,
    threads: prepared.threads,
    needsSubSamples: hasMergedTransactions(prepared.plan),
    notes: prepared.notes.map(({ text }) =>
      toldCause('ofComponent', { component: component.name, reason: text }),
    ),
    jarPaths,
  }
}

function prepare(
  { plan: { jmeter, loadModel, drive, maxUsers }, share }: PrepareCommand,
  component: Component,
  index: number,
): Extract<PreparedPlan, { ok: true }> {
  const read = readPlan(component.text)
  const { name } = component
  if (!read.ok) throw new CauseError('ofComponent', { component: name, reason: jmxProblemText(read.problem) })
  const percentages = jmeter?.components.map(({ percentage }) => percentage) ?? []
  const prepared = preparePlan({
    plan: read.plan,
    load: jmeter?.load === 'plan' ? { kind: 'plan' } : { kind: 'model', loadModel, drive, maxUsers },
    share,
    component: componentShare(percentages, index),
    setUpOn: jmeter?.settings.setUpOn,
    files: new Map(component.files.map(({ name }) => [name, name])),
  })
  if (prepared.ok) return prepared
  const reason = {
    zh: prepared.reasons.map(({ text }) => text.zh).join('；'),
    en: prepared.reasons.map(({ text }) => text.en).join('; '),
  }
  throw new CauseError('ofComponent', { component: name, reason })
}

/** Whether the plugin set is installed, in JMeter or among the component's files. */
function hasThreadGroups({ path }: JmeterHome, jarPaths: readonly string[]): boolean {
  const names = [...readdirSync(join(path, 'lib', 'ext')), ...jarPaths.map(jar => basename(jar))]
  return names.some(name => /casutg/i.test(name))
}

/** Whether a transaction controller merges its samples into one. */
const hasMergedTransactions = (plan: JmxPlan): boolean =>
  [...plan.nodes.values()].some(
    node =>
      node.testclass === 'TransactionController' &&
      isActive(plan, node) &&
      propertyValue(node, ['TransactionController.parent']) === 'true',
  )
