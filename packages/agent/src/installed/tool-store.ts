/**
 * The tools that operations have installed on this machine: one file in the agent's data folder, always replaced as a
 * whole.
 */
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type Tool, toolSchema } from '@pone/contract/entities/host.ts'
import { z } from 'zod'

const installedSchema = z.object({
  tool: toolSchema,
  version: z.string(),
  path: z.string(),
  logPath: z.string(),
  /** Checksum of the package it was installed from. */
  sha256: z.string(),
  installedAt: z.int(),
  /** The process that Arthas is attached to. */
  pid: z.int().nullable().default(null),
  /** Port of its console in that process, on 127.0.0.1. */
  port: z.int().nullable().default(null),
  /** Only for PR: new runs use this engine. */
  isUsed: z.boolean().default(false),
})
export type InstalledTool = z.infer<typeof installedSchema>
const fileSchema = z.object({ tools: z.array(installedSchema) })

/** Path of the list. */
export const installedPath = (dataFolder: string): string => join(dataFolder, 'tools', 'installed.json')

/** Reads the text of the list; empty when it is damaged. */
export function parseInstalled(text: string): InstalledTool[] {
  try {
    return fileSchema.parse(JSON.parse(text)).tools
  } catch {
    // A new installation repairs it.
    return []
  }
}

export interface ToolStore {
  /** Includes tools whose folder has been removed manually. */
  list(): Promise<InstalledTool[]>
  put(tool: InstalledTool): Promise<void>
  drop(tool: Pick<InstalledTool, 'tool' | 'version'>): Promise<void>
  /** Makes this version of the tool the only one in use; null = none. */
  use(tool: Tool, version: string | null): Promise<void>
}

export function createToolStore(dataFolder: string): ToolStore {
  const folder = join(dataFolder, 'tools')
  const path = installedPath(dataFolder)
  const read = async (): Promise<InstalledTool[]> => {
    const text = await readFile(path, 'utf8').catch((cause: NodeJS.ErrnoException) => {
      if (cause.code === 'ENOENT') return '{"tools":[]}'
      throw cause
    })
    return parseInstalled(text)
  }
  // One change after the other, so that none is lost.
  let last: Promise<unknown> = Promise.resolve()
  const change = (make: (tools: InstalledTool[]) => InstalledTool[]): Promise<void> => {
    const next = last.then(async () => {
      const tools = make(await read())
      await mkdir(folder, { recursive: true, mode: 0o700 })
      await writeFile(`${path}.new`, JSON.stringify({ tools }, undefined, 1), { mode: 0o600 })
      await rename(`${path}.new`, path)
    })
    last = next.catch(() => undefined)
    return next
  }
  const isSame = (one: Pick<InstalledTool, 'tool' | 'version'>, other: InstalledTool) =>
    one.tool === other.tool && one.version === other.version
  return {
    list: read,
    put: tool => change(tools => [...tools.filter(each => !isSame(tool, each)), tool]),
    drop: tool => change(tools => tools.filter(each => !isSame(tool, each))),
    use: (tool, version) =>
      change(tools =>
        tools.map(each => (each.tool === tool ? { ...each, isUsed: each.version === version } : each)),
      ),
  }
}
