/**
 * Content of a bundle: Pone's sources without their tests, the packages they import without their documentation, and
 * the scripts around them.
 */
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { BundleManifest } from '@pone/contract/entities/package.ts'
import { findNeededPackages, type NeededPackage } from './package-closure.ts'

/** A file of a bundle: a copy of one on this machine, or text generated for it. */
export interface BundleFile {
  /** Path inside the bundle. */
  readonly path: string
  readonly from: { readonly source: string } | { readonly text: string }
  readonly isExecutable: boolean
}

export interface BundleContent {
  /** Ordered by path. */
  readonly files: readonly BundleFile[]
  readonly links: BundleManifest['links']
}

const entries = { Agent: ['@pone/agent'], PR: ['@pone/engine'] } as const
/** Files that only tests use: harnesses, and attack files that a load machine does not need. */
const isForTests = (path: string): boolean =>
  /\.test\.tsx?$|-harness\.ts$|known-escapes\.ts$/.test(path) || path.startsWith('src/walls/')
const isOwnSource = (path: string): boolean => path.startsWith('src/') && !isForTests(path)
const isLicence = (path: string): boolean => /^(licen[cs]e|notice|copying)[^/]*$/i.test(path)
const isForeignCode = (path: string): boolean =>
  /\.(js|mjs|cjs|json|wasm|node)$/.test(path) && !/^(test|tests|docs?|examples?)\//.test(path)
/** Code for a client library of Oracle, which nobody loads. */
const isUnused = (place: string, path: string): boolean =>
  place === 'node_modules/oracledb' && path.startsWith('build/')

/** `version` is the bundle's own version; `runtime` a Node for its architecture, for type Agent. */
export async function collectContent(options: {
  checkout: string
  type: BundleManifest['type']
  version: string
  runtime: { readonly node: string; readonly licence: string } | null
}): Promise<BundleContent> {
  const { checkout, type, version, runtime } = options
  const needed = await findNeededPackages(checkout, entries[type])
  const files: BundleFile[] = [
    { path: 'package.json', from: { text: '{ "private": true, "type": "module" }\n' }, isExecutable: false },
    { path: 'LICENSES.txt', from: { text: licenceText(needed, runtime !== null) }, isExecutable: false },
  ]
  for (const each of needed) files.push(...(await filesOf(checkout, each, version)))
  if (runtime !== null) {
    const scripts = join(checkout, 'deploy', 'agent')
    files.push(
      { path: 'runtime/bin/node', from: { source: runtime.node }, isExecutable: true },
      { path: 'runtime/LICENSE', from: { source: runtime.licence }, isExecutable: false },
      { path: 'bin/pone-agent', from: { source: join(scripts, 'pone-agent.sh') }, isExecutable: true },
      { path: 'install.sh', from: { source: join(scripts, 'install.sh') }, isExecutable: true },
      { path: 'check-folder.sh', from: { source: join(scripts, 'check-folder.sh') }, isExecutable: false },
      {
        path: 'pone-agent.service',
        from: { source: join(scripts, 'pone-agent.service') },
        isExecutable: false,
      },
    )
  }
  const links = needed
    .filter(({ isOwn }) => isOwn)
    .map(({ name, place }) => ({ path: `node_modules/${name}`, target: `../../${place}` }))
  return { files: files.toSorted((a, b) => (a.path < b.path ? -1 : 1)), links }
}

async function filesOf(
  checkout: string,
  { place, isOwn }: NeededPackage,
  version: string,
): Promise<BundleFile[]> {
  const folder = join(checkout, place)
  const paths = (await list(folder, '')).filter(path =>
    isOwn ? isOwnSource(path) : (isForeignCode(path) && !isUnused(place, path)) || isLicence(path),
  )
  const files: BundleFile[] = paths.map(path => ({
    path: `${place}/${path}`,
    from: { source: join(folder, path) },
    isExecutable: false,
  }))
  if (isOwn) {
    const { name, type, exports } = JSON.parse(
      await readFile(join(folder, 'package.json'), 'utf8'),
    ) as Record<string, unknown>
    const text = `${JSON.stringify({ name, version, private: true, type, exports }, null, 2)}\n`
    files.push({ path: `${place}/package.json`, from: { text }, isExecutable: false })
  }
  return files
}

/** Nested packages have a place of their own. */
async function list(folder: string, prefix: string): Promise<string[]> {
  const found = await readdir(join(folder, prefix), { withFileTypes: true })
  const nested = found.map(async entry => {
    const path = `${prefix}${entry.name}`
    if (entry.isDirectory()) return entry.name === 'node_modules' ? [] : list(folder, `${path}/`)
    return entry.isFile() ? [path] : []
  })
  return (await Promise.all(nested)).flat()
}

function licenceText(needed: readonly NeededPackage[], hasRuntime: boolean): string {
  const lines = needed.map(({ name, version, licence }) => `${name} ${version}: ${licence}`)
  return [
    'This bundle holds:',
    '',
    ...(hasRuntime ? ['Node.js: MIT and the licences in runtime/LICENSE'] : []),
    ...lines,
    '',
    'The texts of the licences lie in the folder of each package under node_modules.',
    '',
  ].join('\n')
}
