/** Rules of join tokens: a limited or unlimited number of agents can join a cluster with one until it expires or is revoked. */
import { randomUUID } from 'node:crypto'
import type { JoinToken } from '@pone/contract/entities/cluster.ts'
import { AppError } from '@pone/contract/errors.ts'
import type { ClusterAdminRepository } from './cluster-admin.repository.ts'
import type { JoinTokenRepository, JoinTokenRow } from './join-token.repository.ts'
import { hashOf, newSecret } from './secrets.ts'

export interface NewJoinToken {
  readonly name: string
  readonly clusterId: string
  /** null: never expires. */
  readonly days: number | null
  /** null: unlimited. */
  readonly maxUses: number | null
  readonly by: string
  /** The existing machine that joins with it again, with a new key; null or absent: each is a new machine. */
  readonly machineId?: string | null
}

export interface JoinTokenService {
  /** Newest first. */
  list(): Promise<JoinToken[]>
  /** The token is returned only here. @throws AppError NotFound */
  create(token: NewJoinToken): Promise<{ id: string; token: string }>
  /** Returns its name. @throws AppError NotFound */
  revoke(id: string): Promise<string>
}

const dayMs = 24 * 3_600_000

export function createJoinTokenService(options: {
  repository: JoinTokenRepository
  clusters: Pick<ClusterAdminRepository, 'find'>
  now: () => number
}): JoinTokenService {
  const { repository, now } = options
  return {
    list: async () => (await repository.list()).map(row => describe(row, now())),
    create: async ({ name, clusterId, days, maxUses, by, machineId = null }) => {
      const id = randomUUID()
      const token = newSecret()
      const at = now()
      const cluster = await options.clusters.find(clusterId)
      if (cluster === undefined || cluster.project_id !== null)
        throw new AppError('NotFound', { what: 'cluster' })
      await repository.insert({
        id,
        name,
        token_hash: hashOf(token),
        cluster_id: clusterId,
        machine_id: machineId,
        created_at: at,
        created_by: by,
        max_uses: maxUses,
        expires_at: days === null ? null : at + days * dayMs,
      })
      return { id, token }
    },
    revoke: async id => {
      const row = await repository.find(id)
      if (row === undefined) throw new AppError('NotFound', { what: 'joinToken' })
      await repository.revoke(id, now())
      return row.name
    },
  }
}

function stateOf(row: JoinTokenRow, at: number): JoinToken['state'] {
  if (row.revoked_at !== null) return 'revoked'
  if (row.expires_at !== null && row.expires_at <= at) return 'expired'
  return row.max_uses !== null && row.uses >= row.max_uses ? 'usedUp' : 'valid'
}

function describe(row: JoinTokenRow, at: number): JoinToken {
  return {
    id: row.id,
    name: row.name,
    cluster: { id: row.cluster_id, name: row.clusterName },
    state: stateOf(row, at),
    createdAt: row.created_at,
    createdBy: row.created_by,
    expiresAt: row.expires_at,
    lastUsedAt: row.last_used_at,
    uses: row.uses,
    maxUses: row.max_uses,
  }
}
