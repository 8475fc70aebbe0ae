/** Log and configuration files of the tools on this machine; no other file can be reached by its name. */
import { createHash } from 'node:crypto'
import { constants } from 'node:fs'
import { type FileHandle, open, readdir, realpath, rename, rm, stat, writeFile } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import type { MachineFile, Tool } from '@pone/contract/entities/host.ts'
import { maxConfigFileBytes, maxLogPartBytes } from '@pone/schema/limits.ts'
import type { InstalledTool, ToolStore } from '../installed/tool-store.ts'

/** A refused query: notAllowed, notFound, changed, tooLarge or notText. */
export class FileRefusal extends Error {
  override readonly name = 'FileRefusal'
  readonly reason: 'notAllowed' | 'notFound' | 'changed' | 'tooLarge' | 'notText'
  constructor(reason: FileRefusal['reason'], message: string) {
    super(message)
    this.reason = reason
  }
}

/** Which files of a tool may be edited, relative to its folder. */
const configFiles: Record<Tool, readonly string[]> = {
  PR: [],
  Agent: [],
  JMeter: [
    'bin/jmeter.properties',
    'bin/user.properties',
    'bin/system.properties',
    'bin/reportgenerator.properties',
    'bin/saveservice.properties',
    'bin/log4j2.xml',
    'bin/setenv.sh',
  ],
  Arthas: ['arthas.properties', 'logback.xml'],
}
/** A tool reads these only if they exist. */
const optionalFiles: readonly string[] = ['bin/setenv.sh']
const logPattern = /\.(log|jtl|out|err)(\.\d+)?$/
const maxLogFiles = 500

export interface MachineFiles {
  logs(): Promise<MachineFile[]>
  /** The part of at most `maxBytes` from `from` on (null: the end), cut to whole characters. @throws FileRefusal */
  readLog(path: string, from: number | null, maxBytes: number): Promise<LogPart>
  configs(): Promise<MachineFile[]>
  /** @throws FileRefusal */
  readConfig(path: string): Promise<{ content: string; sha256: string }>
  /** Returns the new checksum. @throws FileRefusal changed, when the file does not have the checksum `sha256` */
  writeConfig(path: string, sha256: string, content: string): Promise<string>
}

export interface LogPart {
  readonly text: string
  readonly from: number
  readonly to: number
  readonly sizeBytes: number
}

/** `ownLogs` are the agent's log files. */
export function createMachineFiles(options: {
  store: ToolStore
  ownLogs: readonly string[]
  version: string
}): MachineFiles {
  const { store, ownLogs, version } = options

  const logs = async (): Promise<MachineFile[]> => {
    const own = await Promise.all(ownLogs.map(path => describe(path, 'Agent', version)))
    const others = await Promise.all((await store.list()).map(logsOf))
    return [...own, ...others.flat()].filter(file => file !== null).slice(0, maxLogFiles)
  }
  const configs = async (): Promise<MachineFile[]> => {
    const found = (await store.list()).flatMap(tool =>
      configFiles[tool.tool].map(name => describe(join(tool.path, name), tool.tool, tool.version)),
    )
    return (await Promise.all(found)).filter(file => file !== null)
  }
  /** Refuses a file that is not one of the tools', also when a symbolic link leads to it. */
  const assertConfig = async (path: string): Promise<void> => {
    const allowed = (await store.list()).flatMap(tool =>
      configFiles[tool.tool].map(name => join(tool.path, name)),
    )
    if (!allowed.includes(path)) throw new FileRefusal('notAllowed', `${path} may not be edited`)
  }

  return {
    logs,
    configs,
    readLog: async (path, from, maxBytes) => {
      if (!(await logs()).some(file => file.path === path))
        throw new FileRefusal('notAllowed', `${path} is no log file of a tool`)
      return readPart(path, from, Math.min(maxBytes, maxLogPartBytes))
    },
    readConfig: async path => {
      await assertConfig(path)
      return readText(path)
    },
    writeConfig: async (path, sha256, content) => {
      await assertConfig(path)
      if (Buffer.byteLength(content) > maxConfigFileBytes)
        throw new FileRefusal('tooLarge', `a configuration file may have ${maxConfigFileBytes} bytes`)
      const before = await readText(path)
      if (before.sha256 !== sha256) throw new FileRefusal('changed', `${path} was changed meanwhile`)
      await replace(path, content)
      return hashOf(Buffer.from(content))
    },
  }
}

async function logsOf(tool: InstalledTool): Promise<(MachineFile | null)[]> {
  const folders = [...new Set([tool.logPath, ...(tool.tool === 'JMeter' ? [join(tool.path, 'bin')] : [])])]
  const names = await Promise.all(
    folders.map(async folder => (await readdir(folder).catch(() => [])).map(name => join(folder, name))),
  )
  const paths = names.flat().filter(path => logPattern.test(path))
  return Promise.all(paths.map(path => describe(path, tool.tool, tool.version)))
}

/** null when there is no such file, it is not a regular file, or it is a link to another place. */
async function describe(path: string, tool: Tool, version: string): Promise<MachineFile | null> {
  try {
    if (dirname(await realpath(path)) !== (await realpath(dirname(path)))) return null
    const facts = await stat(path)
    if (!facts.isFile()) return null
    return { path, tool, version, sizeBytes: facts.size, changedAt: Math.round(facts.mtimeMs) }
  } catch {
    const isOptional = optionalFiles.some(name => path.endsWith(`/${name}`))
    return isOptional ? { path, tool, version, sizeBytes: 0, changedAt: 0 } : null
  }
}

async function readText(path: string): Promise<{ content: string; sha256: string }> {
  const file = await openPlain(path)
  if (file === null) return { content: '', sha256: hashOf(Buffer.alloc(0)) }
  try {
    const { size } = await file.stat()
    if (size > maxConfigFileBytes) throw new FileRefusal('tooLarge', `${path} has ${size} bytes`)
    const bytes = await file.readFile()
    const content = decode(bytes, path)
    return { content, sha256: hashOf(bytes) }
  } finally {
    await file.close()
  }
}

function decode(bytes: Buffer, path: string): string {
  try {
    const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
    if (!text.includes('\0')) return text
  } catch {
    // Reported below.
  }
  throw new FileRefusal('notText', `${path} is not text in UTF-8`)
}

/** null for a missing optional file. Symbolic links are not followed. */
async function openPlain(path: string): Promise<FileHandle | null> {
  try {
    return await open(path, constants.O_RDONLY | constants.O_NOFOLLOW)
  } catch (cause) {
    if (cause instanceof Error && 'code' in cause) {
      if (cause.code === 'ENOENT' && optionalFiles.some(name => path.endsWith(`/${name}`))) return null
      if (cause.code === 'ENOENT') throw new FileRefusal('notFound', `${path} is not there`)
      if (cause.code === 'ELOOP') throw new FileRefusal('notAllowed', `${path} is a link`)
    }
    throw cause
  }
}

/** Replaces the whole file in one step, keeping the mode of the old one. */
async function replace(path: string, content: string): Promise<void> {
  const side = join(dirname(path), `.${basename(path)}.pone-new`)
  const mode = (await stat(path).catch(() => null))?.mode ?? 0o644
  try {
    await writeFile(side, content, { mode: mode & 0o777 })
    await rename(side, path)
  } finally {
    await rm(side, { force: true })
  }
}

async function readPart(path: string, from: number | null, maxBytes: number): Promise<LogPart> {
  const file = await open(path, constants.O_RDONLY | constants.O_NOFOLLOW)
  try {
    const { size } = await file.stat()
    // A file that has become shorter was rotated.
    const start = from === null || from > size ? Math.max(0, size - maxBytes) : from
    const buffer = Buffer.alloc(Math.min(maxBytes, size - start))
    const { bytesRead } = await file.read(buffer, 0, buffer.length, start)
    const bytes = buffer.subarray(0, bytesRead)
    const head = start === 0 ? 0 : skipTail(bytes)
    const tail = start + bytesRead === size ? bytesRead : wholeCharacters(bytes)
    return {
      text: bytes.subarray(head, Math.max(head, tail)).toString('utf8').replaceAll('\0', '\uFFFD'),
      from: start + head,
      to: start + Math.max(head, tail),
      sizeBytes: size,
    }
  } finally {
    await file.close()
  }
}

/** Number of bytes at the beginning that belong to the previous character. */
function skipTail(bytes: Buffer): number {
  let count = 0
  while (count < 3 && ((bytes[count] ?? 0) & 0xc0) === 0x80) count += 1
  return count
}

/** Length without an incomplete character at the end. */
function wholeCharacters(bytes: Buffer): number {
  for (let back = 1; back <= Math.min(3, bytes.length); back += 1) {
    const byte = bytes[bytes.length - back] ?? 0
    if ((byte & 0xc0) === 0x80) continue
    const needed = byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : byte >= 0xc0 ? 2 : 1
    return needed > back ? bytes.length - back : bytes.length
  }
  return bytes.length
}

const hashOf = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex')
