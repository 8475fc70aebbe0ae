/** A plan with the thread groups that it was designed with: divided among machines, or one user once for a trial. */
import type { Share } from '@pone/contract/link/plan.ts'
import { enableNodes, type PropertyChange, setProperties } from '../jmx/edit-properties.ts'
import { type JmxNode, type JmxPlan, propertyValue } from '../jmx/plan.ts'
import { findProperty } from '../jmx/property.ts'
import { applySplices } from '../jmx/splice.ts'
import { isWhole, ratePart, wholePart } from './division.ts'
import { plainXml, replacement } from './group-xml.ts'
import { failedEdit, type LoadResult } from './model-load.ts'
import { type LoadReason, note, reason } from './reason.ts'
import { designedUsers, kindOf, loadGroups, plainNumber } from './thread-group.ts'

/** This machine's part of the designed thread groups; everything is unchanged where there is one machine. */
export function shareOwnGroups(plan: JmxPlan, share: Share): LoadResult {
  const groups = loadGroups(plan)
  if (groups.length === 0) return { ok: false, reasons: [reason('noGroups')] }
  if (isWhole(share)) {
    const threads = groups.reduce((sum, node) => sum + designedUsers(node), 0)
    return { ok: true, plan, notes: [], threads, isFirst: true }
  }
  const reasons: LoadReason[] = []
  const changes: PropertyChange[] = []
  const idle: JmxNode[] = []
  let threads = 0
  for (const node of groups) {
    const shared = sharedGroup(node, share)
    if ('reason' in shared) {
      reasons.push(shared.reason)
      continue
    }
    threads += shared.users
    if (shared.users === 0) idle.push(node)
    else changes.push(...shared.changes)
  }
  if (reasons.length > 0) return { ok: false, reasons }
  const changed = setProperties(plan, changes)
  if (!changed.ok) return failedEdit(changed)
  const edited = enableNodes(
    changed.plan,
    idle.map(node => node.key),
    false,
  )
  if (!edited.ok) return failedEdit(edited)
  const notes = idle.map(node => note('groupIdle', { name: node.testname }))
  return { ok: true, plan: edited.plan, notes, threads, isFirst: share.from01 === 0 }
}

type SharedGroup =
  | { readonly users: number; readonly changes: PropertyChange[] }
  | { readonly reason: LoadReason }

function sharedGroup(node: JmxNode, share: Share): SharedGroup {
  const name = node.testname
  switch (kindOf(node)) {
    case 'plain':
      return sharedCounts(node, share, ['ThreadGroup.num_threads'])
    case 'concurrency':
      return sharedCounts(node, share, ['TargetLevel'])
    case 'stepping':
      return sharedCounts(node, share, [
        'ThreadGroup.num_threads',
        'Start users count',
        'Start users count burst',
        'Stop users count',
      ])
    case 'ultimate':
      return sharedRows(node, 'ultimatethreadgroupdata', 1, count => wholePart(count, share))
    case 'arrivals':
      return sharedRate(node, share)
    case 'freeForm':
      return sharedRows(node, 'Schedule', 2, rate => ratePart(rate, share))
    case 'open':
      return { reason: reason('openModelOneMachine', { name }) }
    case null:
      return { reason: reason('unknownGroup', { name, testclass: node.testclass }) }
  }
}

const unknown = (node: JmxNode, value: string): SharedGroup => ({
  reason: reason('threadsUnknown', { name: node.testname, value }),
})

/** The first count is that of the users; steps of at least one stay so. */
function sharedCounts(node: JmxNode, share: Share, names: readonly string[]): SharedGroup {
  const changes: PropertyChange[] = []
  let users = 0
  for (const [index, name] of names.entries()) {
    const value = propertyValue(node, [name]) ?? (index === 0 ? '1' : '0')
    const count = plainNumber(value)
    if (count === null) return unknown(node, value)
    const part = wholePart(count, share)
    if (index === 0) users = part
    changes.push({
      key: node.key,
      path: [name],
      value: String(index > 0 && count > 0 && !name.endsWith('burst') ? Math.max(1, part) : part),
    })
  }
  return { users, changes }
}

function sharedRows(
  node: JmxNode,
  name: string,
  cells: number,
  part: (value: number) => number,
): SharedGroup {
  const rows = findProperty(node.properties, [name])?.properties ?? []
  const changes: PropertyChange[] = []
  let users = 0
  for (const [row, property] of rows.entries()) {
    for (let cell = 0; cell < cells; cell += 1) {
      const value = property.properties[cell]?.value ?? ''
      const number = plainNumber(value)
      if (number === null) return unknown(node, value)
      const own = part(number)
      users = cells === 1 ? users + own : Math.max(users, Math.ceil(own))
      changes.push({ key: node.key, path: [name, row, cell], value: String(own) })
    }
  }
  return { users, changes }
}

function sharedRate(node: JmxNode, share: Share): SharedGroup {
  const value = propertyValue(node, ['TargetLevel']) ?? ''
  const rate = plainNumber(value)
  if (rate === null) return unknown(node, value)
  const own = ratePart(rate, share)
  return { users: Math.ceil(own), changes: [{ key: node.key, path: ['TargetLevel'], value: String(own) }] }
}

/** Each thread group as one user who executes it once. */
export function trialGroups(plan: JmxPlan): LoadResult {
  const groups = loadGroups(plan)
  if (groups.length === 0) return { ok: false, reasons: [reason('noGroups')] }
  const once = { threads: 1, rampUpSeconds: 0, loops: 1, durationSeconds: null }
  const edited = applySplices(
    plan,
    groups.map(node => replacement(plan.text, node, plainXml(node, once))),
  )
  return edited.ok
    ? { ok: true, plan: edited.plan, notes: [], threads: groups.length, isFirst: true }
    : failedEdit(edited)
}
