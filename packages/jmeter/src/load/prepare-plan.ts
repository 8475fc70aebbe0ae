/**
 * The plan that a machine runs: the designed one under the run's load and this machine's share, or the reasons why this
 * is impossible.
 */

import type { Share } from '@pone/contract/link/plan.ts'
import type { JmeterSettings } from '@pone/plan/engines/jmeter-settings.ts'
import { categoryOf, elementOf } from '../elements/registry.ts'
import { enableNodes } from '../jmx/edit-properties.ts'
import { isActive, type JmxNode, type JmxPlan } from '../jmx/plan.ts'
import { isWhole } from './division.ts'
import { filesOf, renameFiles, type UniqueCsv, uniqueCsvs } from './files.ts'
import { applyModel, failedEdit, type LoadResult, type ModelLoad } from './model-load.ts'
import { shareOwnGroups, trialGroups } from './own-load.ts'
import { type LoadNote, type LoadReason, note } from './reason.ts'
import { aroundGroups, kindOf, loadGroups } from './thread-group.ts'

/** model: the thread groups follow the scenario; plan: they are as designed; trial: one user once in each. */
export type PlanLoad =
  | ({ readonly kind: 'model' } & ModelLoad)
  | { readonly kind: 'plan' }
  | { readonly kind: 'trial' }

export interface PrepareOptions {
  readonly plan: JmxPlan
  readonly load: PlanLoad
  /** This machine's part among the machines. */
  readonly share: Share
  /** This plan's part among the plans of the run; the whole when it is the only one. */
  readonly component?: Share
  /** Where set-up and tear-down groups run; every machine when left out. */
  readonly setUpOn?: JmeterSettings['setUpOn'] | undefined
  /**
   * Paths of the files on this machine, by the plan's path or the file's name; files that are not named keep their
   * path.
   */
  readonly files: ReadonlyMap<string, string>
}

export type PreparedPlan =
  | {
      readonly ok: true
      readonly plan: JmxPlan
      /** Its threads on this machine; 0 when there is nothing to do. With arrivals: the maximum. */
      readonly threads: number
      readonly notes: readonly LoadNote[]
      /** Files of which this machine must have rows of its own, cut by `csvPart`; none when it is the only machine. */
      readonly csvParts: readonly UniqueCsv[]
      /** It runs only where the plugin set casutg is installed. */
      readonly needsThreadGroupPlugin: boolean
    }
  | { readonly ok: false; readonly reasons: readonly LoadReason[] }

const whole: Share = { from01: 0, to01: 1 }

/** All changes that a machine makes to a plan before JMeter reads it, except for the gate at its start. */
export function preparePlan(options: PrepareOptions): PreparedPlan {
  const { plan, load, share, component = whole, files } = options
  const loaded = loadOf(plan, load, component, share)
  if (!loaded.ok) return loaded
  const listeners = writersOf(loaded.plan)
  const isElsewhere = options.setUpOn === 'oneMachine' && !loaded.isFirst
  const elsewhere = isElsewhere ? aroundGroups(loaded.plan) : []
  const quiet = enableNodes(
    loaded.plan,
    [...listeners, ...elsewhere].map(node => node.key),
    false,
  )
  if (!quiet.ok) return failedEdit(quiet)
  const missing = filesOf(quiet.plan).filter(
    file => file.isActive && file.isKnown && !files.has(file.path) && !files.has(file.name),
  )
  const csvParts = isWhole(share) ? [] : uniqueCsvs(quiet.plan)
  const renamed = renameFiles(quiet.plan, files)
  if (!renamed.ok) return failedEdit(renamed)
  return {
    ok: true,
    plan: renamed.plan,
    threads: loaded.threads,
    notes: [
      ...loaded.notes,
      ...elsewhere.map(node => note('aroundElsewhere', { name: node.testname })),
      ...listeners.map(node => note('listenerOff', { name: node.testname })),
      ...removedOf(renamed.plan).map(node => note('samplerRemoved', { name: node.testname })),
      ...missing.map(file => note('missingFile', { name: file.testname, file: file.path })),
    ],
    csvParts,
    needsThreadGroupPlugin: loadGroups(renamed.plan).some(
      node => kindOf(node) !== 'plain' && kindOf(node) !== 'open' && kindOf(node) !== null,
    ),
  }
}

function loadOf(plan: JmxPlan, load: PlanLoad, component: Share, share: Share): LoadResult {
  if (load.kind === 'model') return applyModel(plan, load, component, share)
  return load.kind === 'plan' ? shareOwnGroups(plan, share) : trialGroups(plan)
}

/** Active samplers that JMeter reads but does not send any more. */
const removedOf = (plan: JmxPlan): JmxNode[] =>
  [...plan.nodes.values()].filter(node => {
    const element = elementOf(node)
    const isGone = element !== undefined && !element.isOffered && !element.isPlugin
    return isGone && element.category === 'sampler' && isActive(plan, node)
  })

/** Active listeners that write files or only show results, which are not visible without JMeter's window. */
const writersOf = (plan: JmxPlan): JmxNode[] =>
  [...plan.nodes.values()].filter(
    node =>
      categoryOf(node) === 'listener' &&
      /(ResultCollector|ResultSaver|MonCollector|FileWriter|GraphsGeneratorListener)$/.test(node.testclass) &&
      !node.testclass.endsWith('MailerResultCollector') &&
      isActive(plan, node),
  )
