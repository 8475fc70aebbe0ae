/** Brings both versions of Insomnia's exports into one form: a tree of folders and requests, and the environments. */
import type { InsomniaAuthentication, InsomniaFile, InsomniaResource } from './insomnia-schema.ts'
import { authenticationSchema, resourceSchema } from './insomnia-schema.ts'

/** A folder has `children`; a request has none and is read later. */
export interface TreeItem {
  readonly name: string
  readonly value: unknown
  readonly children: readonly TreeItem[] | null
  readonly authentication: InsomniaAuthentication
}

export interface NamedEnvironment {
  readonly name: string
  readonly data: Readonly<Record<string, unknown>>
}

export interface InsomniaTree {
  readonly items: readonly TreeItem[]
  readonly base: Readonly<Record<string, unknown>>
  readonly environments: readonly NamedEnvironment[]
  /** Kinds of what is neither a folder nor a request over HTTP, with their names. */
  readonly others: readonly { readonly kind: string; readonly name: string }[]
}

const maxDepth = 20

export const treeOf = (file: InsomniaFile): InsomniaTree =>
  file.resources === null || file.resources === undefined
    ? treeOfVersion5(file)
    : treeOfVersion4(file.resources)

function treeOfVersion4(values: readonly unknown[]): InsomniaTree {
  const resources = values.flatMap(value => {
    const { data } = resourceSchema.safeParse(value)
    return data === undefined ? [] : [{ value, resource: data }]
  })
  const byParent = Map.groupBy(resources, ({ resource }) => resource.parentId)
  const ids = new Set(resources.map(({ resource }) => resource._id))
  const children = (parentId: string, depth: number): TreeItem[] =>
    (byParent.get(parentId) ?? [])
      .toSorted((one, other) => sortKey(one.resource) - sortKey(other.resource))
      .flatMap<TreeItem>(({ value, resource: { _type, _id, name, authentication } }) => {
        if (_type === 'request') return [{ name, value, children: null, authentication }]
        if (_type !== 'request_group' || depth > maxDepth) return []
        return [{ name, value, children: children(_id, depth + 1), authentication }]
      })
  // What belongs to nothing in the file, such as workspaces.
  const roots = resources.filter(({ resource }) => !ids.has(resource.parentId))
  const workspaces = roots.filter(({ resource }) => resource._type === 'workspace')
  const items = [
    ...workspaces.flatMap(({ resource }) => children(resource._id, 0)),
    ...[...new Set(roots.map(({ resource }) => resource.parentId))].flatMap(id => children(id, 0)),
  ]
  const environments = resources.filter(({ resource }) => resource._type === 'environment')
  const environmentIds = new Set(environments.map(({ resource }) => resource._id))
  const isSub = ({ resource }: { readonly resource: InsomniaResource }) =>
    environmentIds.has(resource.parentId)
  const known = ['request', 'request_group', 'workspace', 'environment', 'cookie_jar', 'api_spec']
  return {
    items,
    base: Object.assign(
      {},
      ...environments.filter(each => !isSub(each)).map(({ resource }) => resource.data ?? {}),
    ),
    environments: environments
      .filter(isSub)
      .map(({ resource }) => ({ name: resource.name, data: resource.data ?? {} })),
    others: resources
      .filter(({ resource }) => !known.includes(resource._type))
      .map(({ resource }) => ({ kind: resource._type, name: resource.name })),
  }
}

const sortKey = ({ metaSortKey }: InsomniaResource): number => metaSortKey ?? 0

function treeOfVersion5({ collection, environments }: InsomniaFile): InsomniaTree {
  const others: { kind: string; name: string }[] = []
  const itemsOf = (values: readonly unknown[], depth: number): TreeItem[] =>
    values.flatMap<TreeItem>(value => {
      const fields = fieldsOf(value)
      const name = typeof fields['name'] === 'string' ? fields['name'] : ''
      const authentication = authenticationSchema.parse(fields['authentication'])
      const { children } = fields
      if (Array.isArray(children))
        return depth > maxDepth
          ? []
          : [{ name, value, children: itemsOf(children, depth + 1), authentication }]
      const isHttp = typeof fields['method'] === 'string' && !('protoFileId' in fields)
      if (isHttp) return [{ name, value, children: null, authentication }]
      others.push({ kind: /^wss?:/.test(String(fields['url'])) ? 'websocket_request' : 'request', name })
      return []
    })
  const items = itemsOf(collection ?? [], 0)
  return {
    items,
    base: environments?.data ?? {},
    environments: (environments?.subEnvironments ?? []).map(({ name, data }) => ({ name, data: data ?? {} })),
    others,
  }
}

const fieldsOf = (value: unknown): Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}
