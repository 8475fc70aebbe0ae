/** Fetches a component from a server: by its id, or by its path in the catalogue, names divided by slashes. */

import { readFile } from 'node:fs/promises'
import { trustServers } from '@pone/agent/link/server-trust.ts'
import { calls } from '@pone/contract/calls/registry.ts'
import type { ComponentNode } from '@pone/contract/entities/component.ts'
import { readHolder } from '@pone/embedded-postgres/folder-lock.ts'
import { errorText } from '@pone/schema/error-text.ts'
import { type ApiClient, createApiClient } from '../demo/api-client.ts'
import { readDemoAccess } from '../demo/installation.ts'
import { CommandError } from '../exit-codes.ts'
import { chooseDataFolder } from '../paths.ts'
import { lockFileIn } from '../up/data-folder.ts'
import type { RunOptions } from './options.ts'

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i

/** @throws CommandError when there is no server, no access or no such component */
export async function fetchComponent({
  source,
  server,
}: RunOptions): Promise<{ name: string; document: unknown }> {
  const { api, projectId } = await access(server, source)
  const { rows: projects } = await api.send(calls.project.mine, { pageSize: 50 })
  const wanted = server.project
  const searched = projects.filter(({ id, name }) =>
    wanted === null ? projectId === null || id === projectId : id === wanted || name === wanted,
  )
  for (const project of searched) {
    const tree = await api.send(calls.component.tree, { projectId: project.id })
    const id = idIn(tree, source)
    if (id === undefined) continue
    const { name, document } = await api.send(calls.component.get, { projectId: project.id, id })
    return { name, document }
  }
  const where = searched.map(project => `'${project.name}'`).join(', ') || 'no project'
  throw new CommandError('usage', `There is no file and no component '${source}' (searched ${where}).`)
}

async function access(
  { address, caFile, token: given, tokenFile, dataFolder }: RunOptions['server'],
  source: string,
): Promise<{ api: ApiClient; projectId: string | null }> {
  const token = given ?? (tokenFile === null ? null : await readToken(tokenFile))
  if (address !== null) {
    trustFile(caFile)
    if (token === null) {
      throw new CommandError(
        'usage',
        'Give an API token of the server in PONE_API_TOKEN or with --token-file.',
      )
    }
    return { api: createApiClient(address, token), projectId: null }
  }
  const folder = chooseDataFolder(dataFolder)
  const local = (await readHolder(lockFileIn(folder)).catch(() => undefined))?.address
  if (local === undefined) {
    throw new CommandError(
      'usage',
      `There is no file '${source}', and no server to ask for a component: name one with --server, or start ./pone up.`,
    )
  }
  if (token !== null) return { api: createApiClient(local, token), projectId: null }
  const demo = await readDemoAccess(folder)
  return { api: createApiClient(local, demo.token), projectId: demo.projectId }
}

/** @throws CommandError when the file cannot be read or is empty */
async function readToken(path: string): Promise<string> {
  const text = await readFile(path, 'utf8').catch((cause: unknown) => {
    throw new CommandError('usage', `The token file '${path}' cannot be read.`, { cause })
  })
  if (text.trim() === '') throw new CommandError('usage', `The token file '${path}' is empty.`)
  return text.trim()
}

/** For the connections of this process, which are those to the server: load comes from processes of its own. */
function trustFile(caFile: string | null): void {
  try {
    trustServers({ caFile, pin: null }, () => undefined)
  } catch (cause) {
    throw new CommandError('usage', `${errorText(cause)}.`, { cause })
  }
}

/** Id of the component that the text names. */
function idIn(tree: readonly ComponentNode[], source: string): string | undefined {
  const nodes = new Map(tree.map(node => [node.id, node]))
  const isComponent = ({ kind }: ComponentNode) => kind === 'component'
  if (uuid.test(source)) return tree.find(node => isComponent(node) && node.id === source.toLowerCase())?.id
  const pathOf = (node: ComponentNode): string => {
    const parent = node.parentId === null ? undefined : nodes.get(node.parentId)
    // The root has no name of its own in a path.
    return parent === undefined || parent.parentId === null ? node.name : `${pathOf(parent)}/${node.name}`
  }
  const wanted = source.replace(/^\/+|\/+$/g, '')
  return tree.find(node => isComponent(node) && pathOf(node) === wanted)?.id
}
