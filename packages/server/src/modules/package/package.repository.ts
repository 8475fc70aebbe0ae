/** Queries on install packages and the addresses they are fetched from. */
import {
  type BundleManifest,
  bundleManifestSchema,
  type PackageType,
} from '@pone/contract/entities/package.ts'
import type { Selectable } from 'kysely'
import type { Database } from '../../adapters/database/database.ts'
import type { PackageTable } from './package.table.ts'

export type PackageRow = Omit<Selectable<PackageTable>, 'manifest'>
export type PackageRepository = ReturnType<typeof createPackageRepository>

const columns = [
  'id',
  'name',
  'type',
  'system',
  'architecture',
  'version',
  'file_name',
  'size_bytes',
  'sha256',
  'install_path',
  'log_path',
  'status_push_seconds',
  'own_build',
  'uploaded_at',
  'uploaded_by',
] as const
const sortColumns = {
  name: 'name',
  type: 'type',
  version: 'version',
  sizeBytes: 'size_bytes',
  uploadedAt: 'uploaded_at',
} as const

export interface PackageQuery {
  readonly page: number
  readonly pageSize: number
  readonly search: string
  readonly type: PackageType | 'all'
  readonly sort: keyof typeof sortColumns
  readonly descending: boolean
}

export function createPackageRepository(database: Database) {
  return {
    async page(query: PackageQuery): Promise<{ rows: PackageRow[]; total: number }> {
      const pattern = `%${query.search.replaceAll(/[%_\\]/g, '\\$&')}%`
      let found = database
        .selectFrom('packages')
        .where(where =>
          where.or([
            where('name', 'ilike', pattern),
            where('version', 'ilike', pattern),
            where('file_name', 'ilike', pattern),
          ]),
        )
      if (query.type !== 'all') found = found.where('type', '=', query.type)
      const [rows, { total }] = await Promise.all([
        found
          .select(columns)
          .orderBy(sortColumns[query.sort], query.descending ? 'desc' : 'asc')
          .orderBy('id')
          .limit(query.pageSize)
          .offset((query.page - 1) * query.pageSize)
          .execute(),
        found.select(select => select.fn.countAll<number>().as('total')).executeTakeFirstOrThrow(),
      ])
      return { rows, total }
    },
    ofType: (type: PackageType): Promise<PackageRow[]> =>
      database.selectFrom('packages').select(columns).where('type', '=', type).execute(),
    find: (id: string): Promise<PackageRow | undefined> =>
      database.selectFrom('packages').select(columns).where('id', '=', id).executeTakeFirst(),
    async manifest(id: string): Promise<BundleManifest | null> {
      const row = await database
        .selectFrom('packages')
        .select('manifest')
        .where('id', '=', id)
        .executeTakeFirst()
      const manifest = row?.manifest ?? null
      return manifest === null ? null : bundleManifestSchema.parse(manifest)
    },
    /** False when there is one of this type, system, architecture and version already. */
    async insert(row: PackageRow, manifest: BundleManifest | null): Promise<boolean> {
      const done = await database
        .insertInto('packages')
        .values({ ...row, manifest: manifest === null ? null : JSON.stringify(manifest) })
        .onConflict(conflict => conflict.columns(['type', 'system', 'architecture', 'version']).doNothing())
        .executeTakeFirst()
      return done.numInsertedOrUpdatedRows === 1n
    },
    async update(
      id: string,
      set: Pick<PackageRow, 'name' | 'install_path' | 'log_path' | 'status_push_seconds'>,
    ): Promise<void> {
      await database.updateTable('packages').set(set).where('id', '=', id).execute()
    },
    async delete(id: string): Promise<void> {
      await database.deleteFrom('packages').where('id', '=', id).execute()
    },

    async addLink(
      link: { token_hash: string; package_id: string; expires_at: number },
      now: number,
    ): Promise<void> {
      await database.deleteFrom('package_links').where('expires_at', '<=', now).execute()
      await database.insertInto('package_links').values(link).execute()
    },
    async packageOfLink(tokenHash: string, now: number): Promise<PackageRow | undefined> {
      return database
        .selectFrom('packages')
        .innerJoin('package_links', 'package_links.package_id', 'packages.id')
        .select(columns.map(column => `packages.${column}` as const))
        .where('package_links.token_hash', '=', tokenHash)
        .where('package_links.expires_at', '>', now)
        .executeTakeFirst()
    },
  }
}
