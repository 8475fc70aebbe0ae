/** Queries of monitor types of administrators, their versions, and the monitors that use them. */
import type { MonitorParams } from '@pone/contract/entities/monitor.ts'
import { sql } from 'kysely'
import type { Database } from '../../adapters/database/database.ts'

export interface StoredType {
  readonly name: string
  readonly is_active: boolean
  readonly newest: number
}

export interface StoredVersion {
  readonly name: string
  readonly version: number
  readonly text: string
  readonly definition: object
  readonly created_by: string
  readonly created_at: number
}

/** A monitor that uses a version. */
export interface UsingMonitor {
  readonly id: string
  readonly name: string
  readonly project: string
  readonly type_version: number | null
  readonly params: MonitorParams
  readonly secrets_set: string[]
  readonly revision: number
}

export interface NewVersion {
  readonly name: string
  readonly text: string
  readonly definition: object
  readonly by: string
  readonly at: number
}

export type MonitorTypeRepository = ReturnType<typeof createMonitorTypeRepository>

export function createMonitorTypeRepository(database: Database) {
  return { ...typeReads(database), ...versionReads(database), ...typeWrites(database), ...typeUses(database) }
}

function typeReads(database: Database) {
  const types = () => database.selectFrom('monitor_types').where('is_deleted', '=', false)
  return {
    /** By name. */
    all: (): Promise<StoredType[]> =>
      types().select(['name', 'is_active', 'newest']).orderBy('name').execute(),
    find: (name: string): Promise<StoredType | undefined> =>
      types().select(['name', 'is_active', 'newest']).where('name', '=', name).executeTakeFirst(),
    /** Of an active type. */
    newest: async (name: string): Promise<number | undefined> => {
      const row = await types()
        .select('newest')
        .where('name', '=', name)
        .where('is_active', '=', true)
        .executeTakeFirst()
      return row?.newest
    },
    /** The last number that a type of this name had, also a deleted one; 0 for none. */
    lastNumber: async (name: string): Promise<number> => {
      const row = await database
        .selectFrom('monitor_types')
        .select('newest')
        .where('name', '=', name)
        .executeTakeFirst()
      return row?.newest ?? 0
    },
  }
}

function versionReads(database: Database) {
  return {
    version: (name: string, version: number): Promise<StoredVersion | undefined> =>
      database
        .selectFrom('monitor_type_versions')
        .selectAll()
        .where('name', '=', name)
        .where('version', '=', version)
        .executeTakeFirst(),
    definitions: (
      versions: readonly { readonly name: string; readonly version: number }[],
      within = database,
    ): Promise<{ name: string; version: number; definition: object }[]> =>
      versions.length === 0
        ? Promise.resolve([])
        : within
            .selectFrom('monitor_type_versions')
            .select(['name', 'version', 'definition'])
            .where(eb => eb.or(versions.map(({ name, version }) => eb.and({ name, version }))))
            .execute(),
    /** Newest versions with who made them and when, of all types. */
    newestVersions: () =>
      database
        .selectFrom('monitor_types')
        .where('is_deleted', '=', false)
        .innerJoin('monitor_type_versions', join =>
          join
            .onRef('monitor_type_versions.name', '=', 'monitor_types.name')
            .onRef('monitor_type_versions.version', '=', 'monitor_types.newest'),
        )
        .select([
          'monitor_types.name',
          'monitor_types.is_active',
          'monitor_types.newest',
          'monitor_type_versions.definition',
          'monitor_type_versions.created_by',
          'monitor_type_versions.created_at',
        ])
        .orderBy('monitor_types.name')
        .execute(),
    /** Newest first, with the number of monitors. */
    versions: (name: string) =>
      database
        .selectFrom('monitor_type_versions')
        .select(eb => [
          'version',
          'created_by',
          'created_at',
          eb
            .selectFrom('monitors')
            .select(({ fn }) => fn.countAll<number>().as('count'))
            .whereRef('monitors.type', '=', 'monitor_type_versions.name')
            .whereRef('monitors.type_version', '=', 'monitor_type_versions.version')
            .as('monitors'),
        ])
        .where('name', '=', name)
        .orderBy('version', 'desc')
        .execute(),
  }
}

function typeWrites(database: Database) {
  return {
    /** False when there is a type of the name, or the limit is reached. */
    insert: (given: NewVersion & { readonly version: number; readonly limit: number }): Promise<boolean> =>
      database.transaction().execute(async transaction => {
        await sql`select pg_advisory_xact_lock(hashtextextended('monitor types', 0))`.execute(transaction)
        const { count } = await transaction
          .selectFrom('monitor_types')
          .select(({ fn }) => fn.countAll<number>().as('count'))
          .where('is_deleted', '=', false)
          .executeTakeFirstOrThrow()
        if (count >= given.limit) return false
        const { numInsertedOrUpdatedRows } = await transaction
          .insertInto('monitor_types')
          .values({ name: given.name, is_active: true, newest: given.version })
          .onConflict(conflict =>
            conflict
              .column('name')
              .doUpdateSet({ is_active: true, newest: given.version, is_deleted: false })
              .where('monitor_types.is_deleted', '=', true)
              .where('monitor_types.newest', '<', given.version),
          )
          .executeTakeFirst()
        if (numInsertedOrUpdatedRows !== 1n) return false
        await transaction.insertInto('monitor_type_versions').values(versionRow(given)).execute()
        return true
      }),
    /** False when `version` does not follow the newest one. Forgets the oldest versions that nobody uses beyond `keep`. */
    addVersion: (given: NewVersion & { readonly version: number; readonly keep: number }): Promise<boolean> =>
      database.transaction().execute(async transaction => {
        const { numUpdatedRows } = await transaction
          .updateTable('monitor_types')
          .set({ newest: given.version })
          .where('name', '=', given.name)
          .where('is_deleted', '=', false)
          .where('newest', '=', given.version - 1)
          .executeTakeFirst()
        if (numUpdatedRows !== 1n) return false
        await transaction.insertInto('monitor_type_versions').values(versionRow(given)).execute()
        await sql`
          delete from monitor_type_versions old
          where old.name = ${given.name} and old.version <= ${given.version - given.keep} and not exists (
            select from monitors where monitors.type = old.name and monitors.type_version = old.version
          )`.execute(transaction)
        return true
      }),
    setActive: async (name: string, isActive: boolean): Promise<void> => {
      await database
        .updateTable('monitor_types')
        .set({ is_active: isActive })
        .where('name', '=', name)
        .where('is_deleted', '=', false)
        .execute()
    },
    /** @throws a foreign key violation while monitors use a version */
    delete: (name: string): Promise<void> =>
      database.transaction().execute(async transaction => {
        await transaction.deleteFrom('monitor_type_versions').where('name', '=', name).execute()
        await transaction
          .updateTable('monitor_types')
          .set({ is_deleted: true, is_active: false })
          .where('name', '=', name)
          .execute()
      }),
  }
}

const versionRow = ({
  name,
  text,
  definition,
  by,
  at,
  version,
}: NewVersion & { readonly version: number }) => ({
  name,
  version,
  text,
  definition: JSON.stringify(definition),
  created_by: by,
  created_at: at,
})

function typeUses(database: Database) {
  return {
    /** All agents that are not shut out, by name. */
    agents: (): Promise<{ id: string; name: string; host: string }[]> =>
      database
        .selectFrom('load_machines')
        .select(['id', 'name', 'host'])
        .where('revoked_at', 'is', null)
        .orderBy('name')
        .execute(),
    /** Monitors of all projects by type and version. */
    counts: (): Promise<{ type: string; type_version: number | null; count: number }[]> =>
      database
        .selectFrom('monitors')
        .select(({ fn }) => ['type', 'type_version', fn.countAll<number>().as('count')])
        .groupBy(['type', 'type_version'])
        .execute(),
    /** Versions that monitors of the project use. */
    usedIn: (projectId: string): Promise<{ name: string; version: number }[]> =>
      database
        .selectFrom('monitors')
        .select(eb => ['type as name', eb.ref('type_version').$notNull().as('version')])
        .distinct()
        .where('project_id', '=', projectId)
        .where('type_version', 'is not', null)
        .execute(),
    /** Monitors of all projects that use another version. */
    ofOtherVersions: (name: string, version: number): Promise<UsingMonitor[]> =>
      database
        .selectFrom('monitors')
        .innerJoin('projects', 'projects.id', 'monitors.project_id')
        .select([
          'monitors.id',
          'monitors.name',
          'projects.name as project',
          'monitors.type_version',
          'monitors.params',
          'monitors.secrets_set',
          'monitors.revision',
        ])
        .where('monitors.type', '=', name)
        .where('monitors.type_version', 'is not', null)
        .where('monitors.type_version', '!=', version)
        .orderBy('monitors.name')
        .execute(),
    /** Returns those that were moved; those that were edited since their revision was read are not among them. */
    moveTo: async (
      version: number,
      monitors: readonly { readonly id: string; readonly revision: number; readonly params: MonitorParams }[],
      {
        sections,
        by,
        at,
      }: { readonly sections: readonly string[]; readonly by: string; readonly at: number },
    ): Promise<string[]> => {
      if (monitors.length === 0) return []
      return database.transaction().execute(async transaction => {
        const { rows } = await sql<{ id: string }>`
        update monitors set type_version = ${version}, params = moved.params, revision = monitors.revision + 1,
          updated_by = ${by}, updated_at = ${at}
        from jsonb_to_recordset(${JSON.stringify(monitors)}::jsonb) as moved (id uuid, revision integer, params jsonb)
        where monitors.id = moved.id and monitors.revision = moved.revision
        returning monitors.id`.execute(transaction)
        const ids = rows.map(row => row.id)
        // States of sections that the version does not have any more would stay for ever.
        if (ids.length > 0)
          await transaction
            .deleteFrom('monitor_sections')
            .where('monitor_id', 'in', ids)
            .where('section', 'not in', sections)
            .execute()
        return ids
      })
    },
  }
}
