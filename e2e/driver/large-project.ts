/** Fills a project with thousands of components and scenarios within seconds, by SQL: copies of the two that `makeWorkspace` makes. */
import { withClient } from '@pone/embedded-postgres/database-client.ts'
import { superuser } from '@pone/embedded-postgres/role-passwords.ts'
import type { Installation } from '../harness/installation.ts'
import { ownDatabase } from './own-database.ts'
import type { Workspace } from './preparation.ts'

/** Children of one folder or set. */
export interface Filling {
  /** Name of the folder of components, or of the set of scenarios. */
  readonly folder: string
  /** Name of each child, before its number, which starts at 1. */
  readonly childName: string
  readonly count: number
}

export interface LargeProject {
  readonly components: readonly Filling[]
  readonly scenarios: readonly Filling[]
}

/** Folders and sets are added in this order, below the present ones. */
export async function fillProject(
  { dataFolder }: Pick<Installation, 'dataFolder'>,
  { projectId, componentId, scenarioId }: Workspace,
  { components, scenarios }: LargeProject,
): Promise<void> {
  await withClient(await connectionTo(dataFolder), async client => {
    const fill = async (tree: 'component' | 'scenario', modelId: string, filling: Filling) => {
      const folderKind = tree === 'component' ? 'folder' : 'set'
      const { rows } = await client.query<{ id: string }>(
        `insert into catalogue_nodes
           (id, project_id, tree, parent_id, kind, name, position, document, created_at, updated_at, updated_by)
         select gen_random_uuid(), root.project_id, root.tree, root.id, $3, $4,
           (select count(*) from catalogue_nodes where parent_id = root.id), null,
           root.created_at, root.updated_at, root.updated_by
         from catalogue_nodes root where root.project_id = $1 and root.tree = $2 and root.parent_id is null
         returning id`,
        [projectId, tree, folderKind, filling.folder],
      )
      await client.query(
        `insert into catalogue_nodes
           (id, project_id, tree, parent_id, kind, name, position, document, created_at, updated_at, updated_by)
         select gen_random_uuid(), model.project_id, model.tree, $2, model.kind, $3 || ' ' || number,
           number - 1, model.document, model.created_at, model.updated_at, model.updated_by
         from catalogue_nodes model, generate_series(1, $4::integer) number where model.id = $1`,
        [modelId, rows[0]?.id, filling.childName, filling.count],
      )
    }
    for (const filling of components) await fill('component', componentId, filling)
    for (const filling of scenarios) await fill('scenario', scenarioId, filling)
  })
}

/** The embedded database of a running installation, as its superuser. */
async function connectionTo(dataFolder: string) {
  const { socketFolder: host, port, passwords } = await ownDatabase(dataFolder)
  return { host, port, user: superuser, password: passwords.superuser, database: 'pone' }
}
