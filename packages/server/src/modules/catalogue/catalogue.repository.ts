/** Queries of catalogue nodes; every one is limited to a project. */
import { type Kysely, sql, type Transaction } from 'kysely'
import type { Tables } from '../../adapters/database/tables.ts'
import type { CatalogueTree } from './catalogue.table.ts'

const nodeColumns = [
  'id',
  'parent_id',
  'kind',
  'name',
  'position',
  'revision',
  'updated_at',
  'updated_by',
] as const

export interface NodeRow {
  id: string
  parent_id: string | null
  kind: string
  name: string
  position: number
  revision: number
  updated_at: number
  updated_by: string
}
export interface DocumentRow extends NodeRow {
  document: unknown
}
export interface NewNode {
  id: string
  parentId: string | null
  kind: string
  name: string
  position: number
  document: unknown
}

/** Limited to one tree of one project, inside or outside a transaction. */
export interface TreeQueries {
  nodes(): Promise<NodeRow[]>
  documents(ids: readonly string[]): Promise<DocumentRow[]>
  insert(nodes: readonly NewNode[], stamp: { at: number; by: string }): Promise<void>
  rename(id: string, name: string, stamp: { at: number; by: string }): Promise<void>
  /** Sets this parent and the positions 0, 1, 2 … in the order of the list. */
  arrange(parentId: string, ids: readonly string[]): Promise<void>
  delete(ids: readonly string[]): Promise<void>
  /** False when the stored revision differs, or the node does not exist. */
  saveDocument(save: {
    id: string
    revision: number
    document: unknown
    at: number
    by: string
  }): Promise<boolean>
  /** Names of nodes whose document contains this fragment (jsonb containment). */
  namesContaining(fragment: unknown): Promise<string[]>
  /** Nodes whose document contains this text anywhere, ordered by name. */
  documentsContaining(text: string): Promise<DocumentRow[]>
}

export interface CatalogueRepository {
  tree(projectId: string, tree: CatalogueTree): TreeQueries
  /** Serializes changes of one tree by locking the project's row. */
  change<T>(projectId: string, tree: CatalogueTree, act: (queries: TreeQueries) => Promise<T>): Promise<T>
}

function treeQueries(
  db: Kysely<Tables> | Transaction<Tables>,
  projectId: string,
  tree: CatalogueTree,
): TreeQueries {
  return { ...treeReads(db, projectId, tree), ...treeWrites(db, projectId, tree) }
}

/** Queries that read one tree. */
function treeReads(
  db: Kysely<Tables> | Transaction<Tables>,
  projectId: string,
  tree: CatalogueTree,
): Pick<TreeQueries, 'nodes' | 'documents' | 'namesContaining' | 'documentsContaining'> {
  const scoped = () =>
    db.selectFrom('catalogue_nodes').where('project_id', '=', projectId).where('tree', '=', tree)
  return {
    nodes: () => scoped().select(nodeColumns).execute(),
    documents: async ids =>
      ids.length === 0
        ? []
        : scoped()
            .select([...nodeColumns, 'document'])
            .where('id', 'in', ids)
            .execute(),
    namesContaining: async fragment => {
      const rows = await scoped()
        .select('name')
        .where(sql<boolean>`document @> ${JSON.stringify(fragment)}::jsonb`)
        .orderBy('name')
        .execute()
      return rows.map(row => row.name)
    },
    documentsContaining: text =>
      scoped()
        .select([...nodeColumns, 'document'])
        .where(sql<boolean>`position(${text} in document::text) > 0`)
        .orderBy('name')
        .execute(),
  }
}

/** Changes of one tree. */
function treeWrites(
  db: Kysely<Tables> | Transaction<Tables>,
  projectId: string,
  tree: CatalogueTree,
): Pick<TreeQueries, 'insert' | 'rename' | 'arrange' | 'delete' | 'saveDocument'> {
  const touched = () =>
    db.updateTable('catalogue_nodes').where('project_id', '=', projectId).where('tree', '=', tree)
  return {
    insert: async (nodes, stamp) => {
      if (nodes.length === 0) return
      await db
        .insertInto('catalogue_nodes')
        .values(
          nodes.map(node => ({
            id: node.id,
            project_id: projectId,
            tree,
            parent_id: node.parentId,
            kind: node.kind,
            name: node.name,
            position: node.position,
            document: node.document === null ? null : JSON.stringify(node.document),
            revision: 1,
            created_at: stamp.at,
            updated_at: stamp.at,
            updated_by: stamp.by,
          })),
        )
        .execute()
    },
    rename: async (id, name, stamp) => {
      await touched().set({ name, updated_at: stamp.at, updated_by: stamp.by }).where('id', '=', id).execute()
    },
    arrange: async (parentId, ids) => {
      await sql`
        update catalogue_nodes set parent_id = ${parentId}, position = place.ordinal - 1
        from unnest(${[...ids]}::uuid[]) with ordinality as place (id, ordinal)
        where catalogue_nodes.id = place.id and project_id = ${projectId} and tree = ${tree}
      `.execute(db)
    },
    delete: async ids => {
      await db
        .deleteFrom('catalogue_nodes')
        .where('project_id', '=', projectId)
        .where('tree', '=', tree)
        .where('id', 'in', ids)
        .execute()
    },
    saveDocument: async save => {
      const result = await touched()
        .set(eb => ({
          document: JSON.stringify(save.document),
          revision: eb('revision', '+', 1),
          updated_at: save.at,
          updated_by: save.by,
        }))
        .where('id', '=', save.id)
        .where('revision', '=', save.revision)
        .executeTakeFirst()
      return result.numUpdatedRows > 0n
    },
  }
}

export function createCatalogueRepository(db: Kysely<Tables>): CatalogueRepository {
  return {
    tree: (projectId, tree) => treeQueries(db, projectId, tree),
    change: (projectId, tree, act) =>
      db.transaction().execute(async transaction => {
        await transaction
          .selectFrom('projects')
          .select('id')
          .where('id', '=', projectId)
          .forUpdate()
          .execute()
        return act(treeQueries(transaction, projectId, tree))
      }),
  }
}
