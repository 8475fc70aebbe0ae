/**
 * Which modules the pages load together: a first pass over the build finds what each layer needs after unused code is
 * left out, so that a layer is one file, holds nothing that only other pages use, and imports only the layers before it.
 */
import { build, type PluginOption, type Rolldown } from 'vite'
import { iconOf } from './icons.ts'

interface Layer {
  /** Of its file. */
  readonly name: string
  /** Ends of paths of modules; the layer holds them and all that they import. */
  readonly roots: readonly string[]
  /** Pages that are opened first: of them, the layer holds the icons only. */
  readonly iconsOf?: readonly string[]
}

/** In the order of loading: every page inside the frame, pages with tables, pages with forms. */
const layers: readonly Layer[] = [
  {
    name: 'frame',
    roots: [
      'shell/frame/shell.tsx',
      'shell/frame/needs-function.tsx',
      'lib/dates.ts',
      'ui/page/notice-host.tsx',
      'ui/page/page-states.tsx',
      // Of the choice of a project, and of many forms.
      'antd/es/segmented/index.js',
    ],
    iconsOf: ['features/home/home-page.tsx', 'features/projects/choice/choice-list.tsx'],
  },
  { name: 'tables', roots: ['ui/data-table/data-table.tsx'] },
  { name: 'forms', roots: ['ui/form/field.tsx', 'ui/form/unsaved-guard.tsx'] },
]
export const layerNames: readonly string[] = layers.map(({ name }) => name)
/** A file that several pages share joins the first layer up to this size, in bytes before minification. */
const smallBytes = 4_000

/** The layer of each module by its id; `split` are the groups that stand on their own in both passes. */
export async function findLayers(
  root: string,
  plugins: PluginOption[],
  rolldownOptions: Rolldown.InputOptions,
  split: readonly Rolldown.CodeSplittingGroup[],
): Promise<ReadonlyMap<string, string>> {
  const output = await build({
    root,
    configFile: false,
    logLevel: 'error',
    plugins,
    build: {
      write: false,
      minify: false,
      target: 'es2022',
      rolldownOptions: { ...rolldownOptions, output: { codeSplitting: { groups: [...split] } } },
    },
  })
  const chunks = (output as Rolldown.RolldownOutput).output.filter(each => each.type === 'chunk')
  return layersOf(chunks, split)
}

function layersOf(
  chunks: readonly Rolldown.OutputChunk[],
  split: readonly Rolldown.CodeSplittingGroup[],
): Map<string, string> {
  const byFile = new Map(chunks.map(chunk => [chunk.fileName, chunk]))
  const placed = new Map<Rolldown.OutputChunk, string | null>()
  const importsOf = (chunk: Rolldown.OutputChunk) => chunk.imports.flatMap(file => byFile.get(file) ?? [])
  const apart = new Set(split.map(({ name }) => name))
  const place = (chunk: Rolldown.OutputChunk, layer: string | null) => {
    if (placed.has(chunk)) return
    placed.set(chunk, layer)
    for (const imported of importsOf(chunk)) place(imported, layer)
  }
  // What is loaded first, and libraries with a file of their own, belong to no layer.
  for (const chunk of chunks) if (chunk.isEntry) place(chunk, null)
  const chunkOf = (path: string) =>
    chunks.find(({ moduleIds }) => moduleIds.some(id => id.endsWith(`/${path}`)))
  const onDemand = new Set(chunks.filter(chunk => apart.has(chunk.name) && !placed.has(chunk)))
  for (const chunk of onDemand) placed.set(chunk, null)
  for (const { name, roots } of layers) {
    for (const path of roots) {
      const chunk = chunkOf(path)
      if (!chunk) throw new Error(`no page imports ${path}, a root of the layer ${name}`)
      place(chunk, name)
    }
    for (const chunk of placed.keys())
      if (placed.get(chunk) === name) for (const imported of importsOf(chunk)) onDemand.delete(imported)
    if (name === layers[0]?.name) addSmall(name)
  }
  /** Adds small shared files that import nothing outside the layer but icons, and these with them. */
  function addSmall(layer: string): void {
    const fits = (chunk: Rolldown.OutputChunk) => {
      const imports = importsOf(chunk)
      return (
        !placed.has(chunk) &&
        !chunk.isDynamicEntry &&
        !hasOnlyIcons(chunk) &&
        !chunk.moduleIds.some(announcesTexts) &&
        sizeOf(chunk) <= smallBytes &&
        imports.every(each => hasOnlyIcons(each) || (placed.has(each) && !onDemand.has(each)))
      )
    }
    for (let found = chunks.filter(fits); found.length > 0; found = chunks.filter(fits))
      for (const chunk of found) place(chunk, layer)
  }
  return new Map([
    ...layers.flatMap(({ name, iconsOf = [] }) =>
      iconsOf.flatMap(path => iconsIn(chunkOf(path)).map(id => [id, name] as const)),
    ),
    ...[...placed].flatMap(([chunk, layer]) =>
      layer === null
        ? []
        : chunk.moduleIds
            // Another page may need the texts without the rest of the layer.
            .filter(id => layer === layers[0]?.name || !announcesTexts(id))
            .map(id => [id, layer] as const),
    ),
  ])

  /** Of the file and of all that it imports. */
  function iconsIn(chunk: Rolldown.OutputChunk | undefined): string[] {
    const all = new Set(chunk ? [chunk] : [])
    for (const one of all) for (const imported of importsOf(one)) all.add(imported)
    return [...all].flatMap(({ moduleIds }) => moduleIds.filter(id => iconOf.test(id)))
  }
}

/** Such a module fetches texts as soon as it is loaded. */
const announcesTexts = (id: string) => /virtual:texts\/[^?]+$/.test(id)

const hasOnlyIcons = ({ moduleIds }: Rolldown.OutputChunk): boolean => moduleIds.every(id => iconOf.test(id))

/** Without icons. */
const sizeOf = ({ modules }: Rolldown.OutputChunk): number =>
  Object.entries(modules).reduce(
    (sum, [id, { renderedLength }]) => sum + (iconOf.test(id) ? 0 : renderedLength),
    0,
  )
