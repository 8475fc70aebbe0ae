/** Finds the component to run: a YAML or JSON file, a TypeScript or JavaScript module, or a component of a server. */

import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { readFile, stat } from 'node:fs/promises'
import { registerHooks } from 'node:module'
import { dirname, extname, isAbsolute, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { type ReadComponent, type ReadResult, readComponent } from '@pone/plan/code/read.ts'
import { yamlToDocument } from '@pone/plan/code/yaml.ts'
import { errorText } from '@pone/schema/error-text.ts'
import { CommandError } from '../exit-codes.ts'
import type { RunOptions } from './options.ts'
import { explainProblems } from './problems.ts'
import { fetchComponent } from './server-source.ts'

export interface Source {
  readonly component: ReadComponent
  /** File that problems are reported for; null for a component of a server. */
  readonly path: string | null
  /** Paths of the files that the component names, by their ids. */
  readonly filePaths: Readonly<Record<string, string>>
}

const dataEndings = ['.yaml', '.yml', '.json']
const packageName = '@pone/component'
/** One typing error can make every line of a long file wrong. */
const maxTold = 50
const codeEndings = ['.ts', '.mts', '.js', '.mjs']

/** @throws CommandError `usage` or `componentInvalid` */
export async function findSource(options: RunOptions, say: (line: string) => void): Promise<Source> {
  const { source } = options
  const ending = extname(source).toLowerCase()
  if (dataEndings.includes(ending) || codeEndings.includes(ending)) {
    const path = resolve(source)
    const facts = await stat(path).catch(() => null)
    if (facts?.isFile() !== true) throw new CommandError('usage', `There is no file ${path}.`)
    const files = new LocalFiles(dirname(path))
    const result = dataEndings.includes(ending)
      ? yamlToDocument(await readFile(path, 'utf8'), { fileIdOf: files.idOf })
      : readComponent(await importDefault(path), { fileIdOf: files.idOf })
    return { component: componentOf(result, source, say), path: source, filePaths: files.paths }
  }
  if (ending !== '' && existsSync(source))
    throw new CommandError(
      'usage',
      `${resolve(source)} is no component file: its name has to end in ${[...dataEndings, ...codeEndings].join(', ')}.`,
    )
  const found = await fetchComponent(options)
  return { component: componentOf(readComponent(found), source, say), path: null, filePaths: {} }
}

function componentOf(result: ReadResult, source: string, say: (line: string) => void): ReadComponent {
  if (result.component !== null) return result.component
  for (const line of explainProblems(source, result.problems.slice(0, maxTold))) say(line)
  if (result.problems.length > maxTold) say(`… and ${result.problems.length - maxTold} more`)
  const count = result.problems.length
  throw new CommandError(
    'componentInvalid',
    `${source} cannot be run: ${count} ${count === 1 ? 'problem' : 'problems'}.`,
  )
}

/** Files named by paths relative to a component's own; ids are made from the path, the same at each run. */
class LocalFiles {
  readonly paths: Record<string, string> = {}
  readonly #folder: string

  constructor(folder: string) {
    this.#folder = folder
  }

  readonly idOf = (path: string): string => {
    const full = isAbsolute(path) ? path : resolve(this.#folder, path)
    const hash = createHash('sha256').update(full).digest('hex')
    const id = `${hash.slice(0, 8)}-${hash.slice(8, 12)}-4${hash.slice(13, 16)}-8${hash.slice(17, 20)}-${hash.slice(20, 32)}`
    this.paths[id] = full
    return id
  }
}

/** Runs the module; its import of @pone/component is resolved wherever the module is. */
async function importDefault(path: string): Promise<unknown> {
  const entry = import.meta.resolve('@pone/component')
  const hooks = registerHooks({
    resolve: (specifier, context, next) =>
      specifier === packageName || specifier.startsWith(`${packageName}/`)
        ? { url: new URL(specifier.slice(packageName.length + 1), entry).href, shortCircuit: true }
        : next(specifier, context),
  })
  try {
    const module: unknown = await import(pathToFileURL(path).href)
    return typeof module === 'object' && module !== null ? Reflect.get(module, 'default') : undefined
  } catch (cause) {
    const reason = errorText(cause)
    throw new CommandError('componentInvalid', `${path} cannot be loaded: ${reason}`, { cause })
  } finally {
    hooks.deregister()
  }
}
