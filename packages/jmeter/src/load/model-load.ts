/** A plan under a scenario's load model: every thread group with load is set, or replaced by one that can follow the model. */

import type { Share } from '@pone/contract/link/plan.ts'
import { problemsOf } from '@pone/plan/load-models/registry.ts'
import type { LoadModel, ScenarioDocument } from '@pone/plan/scenario/scenario.ts'
import { enableNodes, setProperties } from '../jmx/edit-properties.ts'
import { insertXml } from '../jmx/edit-tree.ts'
import type { JmxNode, JmxPlan } from '../jmx/plan.ts'
import { propertyValue } from '../jmx/plan.ts'
import { applySplices, type Edited } from '../jmx/splice.ts'
import { groupParts, isWhole, lineOfUsers, ratePart, wholePart } from './division.ts'
import { arrivalsXml, type PlainLoad, plainXml, replacement, ultimateXml } from './group-xml.ts'
import { arrivalRows, hasWholeSeconds, maxRows, rowCount, userRows } from './model-rows.ts'
import { type LoadNote, type LoadReason, note, reason } from './reason.ts'
import { designedUsers, kindOf, loadGroups } from './thread-group.ts'

export interface ModelLoad {
  readonly loadModel: LoadModel
  readonly drive: ScenarioDocument['drive']
  /** With arrivals: the maximum number of users, on all machines together. */
  readonly maxUsers: number
}

export type LoadResult =
  | {
      readonly ok: true
      readonly plan: JmxPlan
      readonly notes: readonly LoadNote[]
      readonly threads: number
      /** This machine has the first of the plan's users; of all machines exactly one has it, and it has users. */
      readonly isFirst: boolean
    }
  | { readonly ok: false; readonly reasons: readonly LoadReason[] }

/** Threads that JMeter creates at once; more do not fit into a usual machine. */
const maxThreads = 20_000

/** `component` is the part of the run that this plan has among the run's plans, `share` this machine's part of that. */
export function applyModel(plan: JmxPlan, load: ModelLoad, component: Share, share: Share): LoadResult {
  const groups = loadGroups(plan)
  const reasons = problemsOf(load.loadModel, load.drive).map(each => reason('model', { reason: each.text }))
  if (groups.length === 0) reasons.push(reason('noGroups'))
  if (load.loadModel.kind === 'concurrency' && !isWhole(share)) reasons.push(reason('roundsOneMachine'))
  if (load.drive === 'users' && rowCount(load.loadModel) > maxRows)
    reasons.push(reason('tooManyRows', { count: rowCount(load.loadModel), limit: maxRows }))
  if (reasons.length > 0) return { ok: false, reasons }
  const scene = { plan, groups, component, share, weights: groups.map(designedUsers) }
  const result = load.drive === 'arrivals' ? withArrivals(scene, load) : withUsers(scene, load.loadModel)
  if (!result.ok) return result
  const isFirst = load.drive === 'arrivals' ? share.from01 === 0 : hasFirstUser(scene, load.loadModel)
  return atOnce({ ...result, isFirst })
}

interface Scene {
  readonly plan: JmxPlan
  readonly groups: readonly JmxNode[]
  readonly component: Share
  readonly share: Share
  readonly weights: readonly number[]
}

/** Users of each thread group on this machine out of the whole run's. */
const partsOf = ({ component, share, weights }: Scene, users: number): number[] =>
  groupParts(wholePart(users, component), weights, share)

/** Where few users are divided among many machines, the first machines may have none. */
function hasFirstUser({ component, share }: Scene, model: LoadModel): boolean {
  const users = wholePart(lineLength(model), component)
  return Math.round(users * share.from01) === 0
}

/** All users of the model, including those that start one after the other. */
const lineLength = (model: LoadModel): number =>
  'users' in model
    ? model.users
    : Math.max(0, ...(userRows(model) ?? []).map(row => row.firstUser + row.users))

function withUsers(scene: Scene, model: LoadModel): LoadResult {
  const whole = hasWholeSeconds(model) ? [] : [note('secondsRounded')]
  if (model.kind === 'constant') {
    return withPlain(scene, whole, partsOf(scene, model.users), {
      rampUpSeconds: Math.ceil(model.rampUpSeconds),
      loops: model.loops,
      durationSeconds: model.durationSeconds > 0 ? Math.max(1, Math.round(model.durationSeconds)) : null,
    })
  }
  if (model.kind === 'concurrency') return withRounds(scene, whole, model)
  const rows = userRows(model) ?? []
  const line = lineOfUsers(lineLength(model), scene)
  const parts = rows.map(({ firstUser, users }) => {
    const own = line.slice(firstUser, firstUser + users)
    return scene.groups.map((_, group) => own.filter(each => each === group).length)
  })
  const threads = parts.flat().reduce((sum, users) => sum + users, 0)
  if (threads > maxThreads)
    return { ok: false, reasons: [reason('tooManyThreads', { count: threads, limit: maxThreads })] }
  return withGroups(scene, whole, threads, (node, group) => {
    const own = rows
      .map((each, index) => ({ ...each, users: parts[index]?.[group] ?? 0 }))
      .filter(each => each.users > 0)
    return own.length === 0 ? null : ultimateXml(node, own)
  })
}

const withPlain = (
  scene: Scene,
  notes: readonly LoadNote[],
  parts: readonly number[],
  load: Omit<PlainLoad, 'threads'>,
): LoadResult => {
  const threads = parts.reduce((sum, users) => sum + users, 0)
  return withGroups(scene, notes, threads, (node, group) => {
    const users = parts[group] ?? 0
    return users === 0 ? null : plainXml(node, { ...load, threads: users })
  })
}

/** Users gather before the first step of each iteration, at a step that does nothing else. */
function withRounds(
  scene: Scene,
  whole: readonly LoadNote[],
  model: Extract<LoadModel, { kind: 'concurrency' }>,
): LoadResult {
  const parts = partsOf(scene, model.users)
  const many = scene.groups.length > 1 ? [note('roundsPerGroup', { count: scene.groups.length })] : []
  const result = withPlain(scene, [...whole, ...many], parts, {
    rampUpSeconds: 0,
    loops: model.rounds,
    durationSeconds: model.durationSeconds > 0 ? Math.max(1, Math.round(model.durationSeconds)) : null,
  })
  if (!result.ok) return result
  let edited: Edited = { ok: true, plan: result.plan, created: [] }
  for (const [group, node] of scene.groups.entries()) {
    if (edited.ok && (parts[group] ?? 0) > 0) {
      const xml = gatheringXml(parts[group] ?? 0, Math.round(model.gatherTimeoutSeconds * 1_000))
      edited = insertXml(edited.plan, { parentKey: node.key, index: 0 }, xml)
    }
  }
  return edited.ok ? { ...result, plan: edited.plan } : failedEdit(edited)
}

const gatheringXml = (
  users: number,
  timeoutMs: number,
) => `<TestAction guiclass="TestActionGui" testclass="TestAction" testname="Pone: gather users" enabled="true">
  <intProp name="ActionProcessor.action">1</intProp>
  <intProp name="ActionProcessor.target">0</intProp>
  <stringProp name="ActionProcessor.duration">0</stringProp>
</TestAction>
<hashTree>
  <SyncTimer guiclass="TestBeanGUI" testclass="SyncTimer" testname="Pone: rendezvous" enabled="true">
    <intProp name="groupSize">${users}</intProp>
    <longProp name="timeoutInMs">${timeoutMs}</longProp>
  </SyncTimer>
  <hashTree/>
</hashTree>`

function withArrivals(scene: Scene, load: ModelLoad): LoadResult {
  const rows = arrivalRows(load.loadModel)
  const limits = partsOf(scene, load.maxUsers)
  const sum = scene.weights.reduce((all, weight) => all + weight, 0)
  const machine01 = ratePart(ratePart(1, scene.component), scene.share)
  return withGroups(
    scene,
    hasWholeSeconds(load.loadModel) ? [] : [note('secondsRounded')],
    limits.reduce((all, users) => all + users, 0),
    (node, group) => {
      const weight01 = sum > 0 ? (scene.weights[group] ?? 0) / sum : 1 / scene.groups.length
      const rate01 = machine01 * weight01
      return rate01 === 0
        ? null
        : arrivalsXml(node, rows, { rate01, maxUsers: Math.max(1, limits[group] ?? 0) })
    },
  )
}

/** Replaces each group by its XML; groups without users are disabled. */
function withGroups(
  { plan, groups }: Scene,
  notes: readonly LoadNote[],
  threads: number,
  xmlOf: (node: JmxNode, group: number) => string | null,
): LoadResult {
  const xmls = groups.map(xmlOf)
  const replaced = applySplices(
    plan,
    groups.flatMap((node, group) => {
      const xml = xmls[group] ?? null
      return xml === null ? [] : [replacement(plan.text, node, xml)]
    }),
  )
  if (!replaced.ok) return failedEdit(replaced)
  const idle = groups.filter((_, group) => xmls[group] === null)
  const edited = enableNodes(
    replaced.plan,
    idle.map(node => node.key),
    false,
  )
  if (!edited.ok) return failedEdit(edited)
  const others = groups.flatMap(node => {
    const now = edited.plan.nodes.get(node.key)
    if (now === undefined || kindOf(now) === kindOf(node)) return []
    return [note('groupReplaced', { name: node.testname, testclass: now.testclass.replace(/^.*\./, '') })]
  })
  const off = idle.map(node => note('groupIdle', { name: node.testname }))
  return { ok: true, plan: edited.plan, notes: [...notes, ...others, ...off], threads, isFirst: true }
}

/** Thread groups that the plan runs one after another are run at the same time. */
function atOnce(result: Extract<LoadResult, { ok: true }>): LoadResult {
  const path = ['TestPlan.serialize_threadgroups']
  const serial = result.plan.roots.filter(root => propertyValue(root, path) === 'true')
  if (serial.length === 0 || loadGroups(result.plan).length < 2) return result
  const edited = setProperties(
    result.plan,
    serial.map(root => ({ key: root.key, path, value: 'false' })),
  )
  if (!edited.ok) return failedEdit(edited)
  return { ...result, plan: edited.plan, notes: [...result.notes, note('ranAtOnce')] }
}

/** A failed edit, as a reason. */
export const failedEdit = (edited: Extract<Edited, { ok: false }>): Extract<LoadResult, { ok: false }> => ({
  ok: false,
  reasons: [reason('edit', { code: edited.problem.code })],
})
