/** Which packages a program of Pone needs at run time: its dependencies and theirs, found in the checkout as Node finds them. */
import { access, readFile, realpath } from 'node:fs/promises'
import { dirname, join, relative, sep } from 'node:path'
import { z } from 'zod'
import { CommandError } from '../exit-codes.ts'

const descriptionSchema = z.looseObject({
  name: z.string(),
  version: z.string(),
  license: z.string().optional(),
  dependencies: z.record(z.string(), z.string()).default({}),
})

export interface NeededPackage {
  readonly name: string
  readonly version: string
  readonly licence: string
  /** Its real path, relative to the checkout, e.g. `packages/agent` or `node_modules/ws`. */
  readonly place: string
  /** Whether it is a package of Pone. */
  readonly isOwn: boolean
}

/**
 * `names` are packages of Pone; the result contains them too and is ordered by place. @throws CommandError `setUp` when
 * one is not installed
 */
export async function findNeededPackages(
  checkout: string,
  names: readonly string[],
): Promise<NeededPackage[]> {
  const found = new Map<string, NeededPackage>()
  const add = async (name: string, from: string): Promise<void> => {
    const folder = await resolve(checkout, name, from)
    const place = relative(checkout, folder).split(sep).join('/')
    if (found.has(place)) return
    const description = descriptionSchema.parse(
      JSON.parse(await readFile(join(folder, 'package.json'), 'utf8')),
    )
    found.set(place, {
      name,
      version: description.version,
      licence: description.license ?? 'Apache-2.0',
      place,
      isOwn: place.startsWith('packages/'),
    })
    for (const each of Object.keys(description.dependencies)) await add(each, folder)
  }
  for (const name of names) await add(name, checkout)
  return [...found.values()].toSorted((a, b) => (a.place < b.place ? -1 : 1))
}

async function resolve(checkout: string, name: string, from: string): Promise<string> {
  for (let folder = from; ; folder = dirname(folder)) {
    const candidate = join(folder, 'node_modules', name)
    const isThere = await access(join(candidate, 'package.json')).then(
      () => true,
      () => false,
    )
    if (isThere) return realpath(candidate)
    if (folder === checkout || folder === dirname(folder)) break
  }
  throw new CommandError('setUp', `The package ${name} is not installed; start any ./pone command first.`)
}
