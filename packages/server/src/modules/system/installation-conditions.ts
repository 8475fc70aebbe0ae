/** Notices of machines that are missing or old, of licence and certificate near their end, of locked accounts and of failed deployment operations. */
import type { LoadMachine } from '@pone/contract/entities/cluster.ts'
import { type LicenceStatus, licenceWarningDays } from '@pone/contract/entities/licence.ts'
import { compareVersions } from '@pone/contract/entities/package.ts'
import type { Condition } from '../notices.ts'

const dayMs = 86_400_000
/** From so many days before its end the certificate is told of. */
const certificateDays = 30
/** Machines that are named; more are counted. */
const mostNames = 10

type Machine = Pick<LoadMachine, 'name' | 'isOnline' | 'isInService' | 'isRevoked' | 'version'>

/** Machines in service that are offline, and online ones whose agent is older than the server. */
export function fleetConditions(machines: readonly Machine[], version: string): Condition[] {
  const offline = machines.filter(machine => isMissing(machine))
  const old = machines.filter(machine => machine.isOnline && isOutdated(machine, version))
  return [
    ...(offline.length === 0
      ? []
      : [{ id: 'machinesOffline', params: { machines: namesOf(offline) } } as const]),
    ...(old.length === 0
      ? []
      : [{ id: 'machinesOutdated', params: { machines: namesOf(old), version } } as const]),
  ]
}

/** It should be there and is not. */
export const isMissing = ({ isOnline, isInService, isRevoked }: Machine): boolean =>
  !isOnline && isInService && !isRevoked

/** Older than the server; false while the machine has not told its version. */
export const isOutdated = (machine: Pick<Machine, 'version'>, version: string): boolean =>
  machine.version !== '' && compareVersions(machine.version, version) < 0

function namesOf(machines: readonly Machine[]): string {
  const names = machines.slice(0, mostNames).map(({ name }) => name)
  const left = machines.length - names.length
  return [...names, ...(left > 0 ? [`+${left}`] : [])].join(', ')
}

export function licenceConditions({
  state,
  remainingDays,
}: Pick<LicenceStatus, 'state' | 'remainingDays'>): Condition[] {
  if (state === 'community') return []
  if (state !== 'valid') return [{ id: 'licenceUnusable' }]
  if (remainingDays === null || remainingDays > licenceWarningDays) return []
  return [{ id: 'licenceEnds', params: { days: remainingDays } }]
}

/** `validTo` and `now` in epoch ms; null without TLS. */
export function certificateConditions(validTo: number | null, now: number): Condition[] {
  if (validTo === null || validTo - now > certificateDays * dayMs) return []
  return [{ id: 'certificateEnds', params: { date: new Date(validTo).toISOString().slice(0, 10) } }]
}

/** A notice about so many things; none for 0. */
export const countCondition = (id: 'accountsLocked' | 'operationsFailed', count: number): Condition[] =>
  count === 0 ? [] : [{ id, params: { count } }]
