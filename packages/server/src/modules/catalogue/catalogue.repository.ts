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

/** A copy of the node `originId`, with its kind and document. */
export interface NodeCopy {
  readonly id: string
  readonly originId: string
  readonly parentId: string
  readonly name: string
  readonly position: number
}

/** Limited to one tree of one project, inside or outside a transaction. */
export interface TreeQueries {
  nodes(): Promise<NodeRow[]>
  documents(ids: readonly string[]): Promise<DocumentRow[]>
  insert(nodes: readonly NewNode[], stamp: { at: number; by: string }): Promise<void>
  /** Copies nodes with their documents. */
  insertCopies(copies: readonly NodeCopy[], stamp: { at: number; by: string }): Promise<void>
  rename(id: string, name: string, stamp: { at: number; by: string }): Promise<void>
  /** Sets this parent and these positions. */
  arrange(parentId: string, positions: ReadonlyMap<string, number>): Promise<void>
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
): Pick<TreeQueries, 'insert' | 'insertCopies' | 'rename' | 'arrange' | 'delete' | 'saveDocument'> {
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
    insertCopies: async (copies, { at, by }) => {
      const column = <K extends keyof NodeCopy>(key: K) => copies.map(copy => copy[key])
      await sql`
        insert into catalogue_nodes
          (id, project_id, tree, parent_id, kind, name, position, document, created_at, updated_at, updated_by)
        select copy.id, origin.project_id, origin.tree, copy.parent_id, origin.kind, copy.name, copy.position,
          origin.document, ${at}, ${at}, ${by}
        from unnest(${column('id')}::uuid[], ${column('originId')}::uuid[], ${column('parentId')}::uuid[],
          ${column('name')}::text[], ${column('position')}::integer[])
          as copy (id, origin_id, parent_id, name, position)
        join catalogue_nodes origin on origin.id = copy.origin_id
        where origin.project_id = ${projectId} and origin.tree = ${tree}
      `.execute(db)
    },
    rename: async (id, name, stamp) => {
      await touched().set({ name, updated_at: stamp.at, updated_by: stamp.by }).where('id', '=', id).execute()
    },
    arrange: async (parentId, positions) => {
      await sql`
        update catalogue_nodes set parent_id = ${parentId}, position = place.position
        from unnest(${[...positions.keys()]}::uuid[], ${[...positions.values()]}::integer[])
          as place (id, position)
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
