/** Problems that prevent a scenario from being executed, by field, so that the editor can mark them in place; pure. */

import type { LoadMachine } from '@pone/contract/entities/cluster.ts'
import { stopRuleReasons } from '@pone/plan/load-models/judged-time.ts'
import { problemsOf } from '@pone/plan/load-models/registry.ts'
import { counterProblems, type RuleCounters } from '@pone/plan/scenario/counter-problems.ts'
import { meetsOnOneMachine } from '@pone/plan/scenario/one-machine.ts'
import type { ScenarioDocument, SlaRule } from '@pone/plan/scenario/scenario.ts'
import type { Bilingual, Language } from '@pone/schema/bilingual.ts'
import { scenarioEngines } from '../engines/registry.ts'
import type { MachineFacts } from '../engines/scenario-engine.ts'

export type ProblemCode =
  | 'noBinding'
  | 'sum'
  | 'zeroShare'
  | 'duplicate'
  | 'missingComponent'
  | 'plan'
  | 'noCluster'
  | 'clusterMissing'
  | 'noMachineOnline'
  | 'noMachineInService'
  | 'licence'
  | 'licenceUnusable'
  | 'capacity'
  | 'scripts'
  | 'usersBehindScripts'
  | 'oneMachine'
  | 'engineSetting'
  | 'machine'
  | 'label'
  | 'neverStops'
  | 'counter'
  | 'loadModel'
export interface ScenarioProblem {
  /** Section of the editor that contains the field. */
  readonly section: 'components' | 'load' | 'engine' | 'cluster' | 'sla'
  /** Field within the section: a binding's index, a load-model path, a rule's id. */
  readonly field: string
  readonly code: ProblemCode
  readonly params: Readonly<Record<string, string | number>>
  /** Text of problems that come with their own sentence. */
  readonly text?: string
}

export interface ScenarioContext {
  /** Ids of the components that exist. */
  readonly components: ReadonlySet<string>
  readonly clusters: readonly {
    readonly id: string
    readonly name: string
    readonly isOnline: boolean
    readonly licensedUsers: number
    readonly licensedTotal?: number | undefined
    readonly makesMachines: boolean
    readonly machines: readonly (MachineFacts &
      Pick<LoadMachine, 'isOnline' | 'isInService' | 'isRevoked' | 'remainingUsers' | 'remainingScripts'>)[]
  }[]
  /** Counters that its SLA rules can name; null while unknown. */
  readonly counters?: RuleCounters | null
  /** Labels that the bound components can have; null while unknown. */
  readonly labels: ReadonlySet<string> | null
  /** Reasons why components cannot generate the load, by component. */
  readonly loadReasons?: ReadonlyMap<string, readonly Bilingual[]>
  readonly peakUsers: number
  readonly language: Language
}

const sumOf = (document: ScenarioDocument): number =>
  document.bindings.reduce((sum, binding) => sum + binding.percentage, 0)
const isWhole = (sum: number): boolean => Math.abs(sum - 100) < 0.001

function bindingProblems(document: ScenarioDocument, around: ScenarioContext): ScenarioProblem[] {
  const { bindings } = document
  if (bindings.length === 0) return [{ section: 'components', field: '', code: 'noBinding', params: {} }]
  const problems: ScenarioProblem[] = []
  const seen = new Set<string>()
  const isByGroups = document.loadModel.kind === 'threadGroups'
  bindings.forEach((binding, index) => {
    const at = { section: 'components', field: String(index), params: {} } as const
    if (!around.components.has(binding.componentId)) problems.push({ ...at, code: 'missingComponent' })
    else if (seen.has(binding.componentId)) problems.push({ ...at, code: 'duplicate' })
    else if (binding.percentage === 0 && !isByGroups) problems.push({ ...at, code: 'zeroShare' })
    else problems.push(...planProblems(at, around, binding.componentId))
    seen.add(binding.componentId)
  })
  if (!isByGroups && !isWhole(sumOf(document)))
    problems.push({
      section: 'components',
      field: 'sum',
      code: 'sum',
      params: { sum: Number(sumOf(document).toFixed(2)) },
    })
  return problems
}

/** Reasons of one plan that are told at once. */
const mostReasons = 5

/** The first reasons of one plan as one problem. */
function planProblems(
  at: Pick<ScenarioProblem, 'section' | 'field' | 'params'>,
  { loadReasons, language }: ScenarioContext,
  id: string,
): ScenarioProblem[] {
  const reasons = loadReasons?.get(id) ?? []
  if (reasons.length === 0) return []
  const rest = reasons.length - mostReasons
  const more = rest > 0 ? [{ zh: `另有 ${rest} 个问题`, en: `${rest} more` }] : []
  const told = [...reasons.slice(0, mostReasons), ...more].map(reason => reason[language])
  return [{ ...at, code: 'plan', text: told.join(language === 'zh' ? '；' : '; ') }]
}

function clusterProblems(document: ScenarioDocument, around: ScenarioContext): ScenarioProblem[] {
  const at = { section: 'cluster', field: 'clusterId' } as const
  if (document.clusterId === null) return [{ ...at, code: 'noCluster', params: {} }]
  const cluster = around.clusters.find(candidate => candidate.id === document.clusterId)
  if (!cluster) return [{ ...at, code: 'clusterMissing', params: {} }]
  const wanted = Math.ceil(around.peakUsers)
  const lack = roomProblem(wanted, cluster)
  if (lack !== null) {
    // More machines alone would not do where the licence is exceeded too.
    const both = lack.code === 'capacity' ? licenceProblems(wanted, cluster) : []
    return [lack, ...both].map(problem => ({ ...at, ...problem }))
  }
  const found = scriptProblems(document.bindings.length, wanted, cluster)
  const one = found.length > 0 || !meetsOnOneMachine(document) ? [] : oneMachineProblems(wanted, cluster)
  const licence = found.length + one.length > 0 ? [] : licenceProblems(wanted, cluster)
  const own = machineProblems(document, cluster.machines.filter(isAble), around.language)
  return [...found, ...one, ...licence, ...own].map(problem => ({ ...at, ...problem }))
}

/** Checked last at the start of a run too, with the same figures: what it grants, and what active runs hold. */
function licenceProblems(
  wanted: number,
  { licensedUsers: left, licensedTotal: total = left }: ScenarioContext['clusters'][number],
): Pick<ScenarioProblem, 'code' | 'params'>[] {
  if (wanted <= left) return []
  if (total === 0) return [{ code: 'licenceUnusable', params: {} }]
  return [{ code: 'licence', params: { wanted, total, used: total - left, missing: wanted - left } }]
}

/** Same check as at the start of a run, without the licence; a cluster that creates machines on demand cannot lack any. */
function roomProblem(
  wanted: number,
  cluster: ScenarioContext['clusters'][number],
): Pick<ScenarioProblem, 'code' | 'params'> | null {
  const { name, isOnline, machines, makesMachines } = cluster
  if (makesMachines) return null
  const able = machines.filter(isAble)
  const remaining = able.reduce((sum, { remainingUsers }) => sum + remainingUsers, 0)
  if (able.length === 0)
    return { code: isOnline ? 'noMachineInService' : 'noMachineOnline', params: { cluster: name } }
  if (wanted <= remaining) return null
  return { code: 'capacity', params: { wanted, cluster: name, remaining, missing: wanted - remaining } }
}

/** Problems of the machines that a run would use, reported by the engine. */
function machineProblems(
  document: ScenarioDocument,
  able: ScenarioContext['clusters'][number]['machines'],
  language: Language,
): Pick<ScenarioProblem, 'code' | 'params' | 'text'>[] {
  const { machineReasons } = scenarioEngines[document.engine]
  if (machineReasons === undefined) return []
  const byRoom = able.toSorted((a, b) => b.remainingUsers - a.remainingUsers)
  const taken = meetsOnOneMachine(document) ? byRoom.slice(0, 1) : byRoom
  return machineReasons(document, taken).map(text => ({
    code: 'machine',
    params: {},
    text: text[language],
  }))
}

/** Same check as at the start of a run. */
function oneMachineProblems(
  users: number,
  { name: cluster, machines }: ScenarioContext['clusters'][number],
): Pick<ScenarioProblem, 'code' | 'params'>[] {
  const able = machines.filter(isAble)
  const remaining = Math.max(0, ...able.map(machine => machine.remainingUsers))
  if (able.length === 0 || users <= remaining) return []
  return [{ code: 'oneMachine', params: { wanted: users, cluster, remaining, missing: users - remaining } }]
}

const isAble = (machine: ScenarioContext['clusters'][number]['machines'][number]): boolean =>
  machine.isOnline && machine.isInService && !machine.isRevoked

/** Every machine of a run executes all of its scripts, so machines without free script slots for all of them do not count; same check as at the start of a run. */
function scriptProblems(
  scripts: number,
  users: number,
  { name: cluster, machines }: ScenarioContext['clusters'][number],
): Pick<ScenarioProblem, 'code' | 'params'>[] {
  const able = machines.filter(isAble)
  if (able.length === 0) return []
  const roomy = able.filter(machine => machine.remainingScripts >= scripts)
  if (roomy.length === 0) {
    const remaining = Math.max(...able.map(machine => machine.remainingScripts))
    return [
      { code: 'scripts', params: { wanted: scripts, cluster, remaining, missing: scripts - remaining } },
    ]
  }
  const remaining = roomy.reduce((sum, machine) => sum + machine.remainingUsers, 0)
  if (users <= remaining) return []
  const full = able.length - roomy.length
  return [
    {
      code: 'usersBehindScripts',
      params: { wanted: users, cluster, remaining, missing: users - remaining, full },
    },
  ]
}

function stopProblems({ loadModel, sla }: ScenarioDocument, language: Language): ScenarioProblem[] {
  return stopRuleReasons(loadModel, sla).map(({ id, ...text }) => ({
    section: 'sla',
    field: id,
    code: 'neverStops',
    params: {},
    text: text[language],
  }))
}

function slaProblems(rules: readonly SlaRule[], labels: ReadonlySet<string> | null): ScenarioProblem[] {
  if (labels === null) return []
  return rules
    .filter(rule => rule.label !== '' && !labels.has(rule.label))
    .map(rule => ({ section: 'sla', field: rule.id, code: 'label', params: { label: rule.label } }))
}

function counterProblemsOf(
  rules: readonly SlaRule[],
  counters: RuleCounters | null,
  language: Language,
): ScenarioProblem[] {
  if (counters === null) return []
  return counterProblems(rules, counters).map(({ id, ...text }) => ({
    section: 'sla',
    field: id,
    code: 'counter',
    params: {},
    text: text[language],
  }))
}

function settingsProblems(document: ScenarioDocument, language: Language): ScenarioProblem[] {
  const found = scenarioEngines[document.engine].settingsProblems?.(document) ?? []
  return found.map(({ field, ...text }) => ({
    section: 'engine',
    field,
    code: 'engineSetting',
    params: {},
    text: text[language],
  }))
}

/** All problems in the order of the editor's sections; empty when the scenario can be executed. */
export function scenarioProblems(document: ScenarioDocument, around: ScenarioContext): ScenarioProblem[] {
  const load = problemsOf(document.loadModel, document.drive).map(
    (problem): ScenarioProblem => ({
      section: 'load',
      field: problem.path,
      code: 'loadModel',
      params: problem.params,
      text: problem.text[around.language],
    }),
  )
  return [
    ...bindingProblems(document, around),
    ...load,
    ...settingsProblems(document, around.language),
    ...clusterProblems(document, around),
    ...slaProblems(document.sla, around.labels),
    ...counterProblemsOf(document.sla, around.counters ?? null, around.language),
    ...stopProblems(document, around.language),
  ]
}
