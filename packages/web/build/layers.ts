/**
 * Which modules the pages load together: a first pass over the build finds what each layer needs after unused code is
 * left out, so that a layer is one file, holds nothing that only other pages use, and imports only the layers before it.
 */
import { build, type PluginOption, type Rolldown } from 'vite'

interface Layer {
  /** Of its file. */
  readonly name: string
  /** Ends of paths of modules; the layer holds them and all that they import. */
  readonly roots: readonly string[]
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
  const onDemand = new Set(chunks.filter(chunk => apart.has(chunk.name) && !placed.has(chunk)))
  for (const chunk of onDemand) placed.set(chunk, null)
  for (const { name, roots } of layers) {
    for (const path of roots) {
      const chunk = chunks.find(({ moduleIds }) => moduleIds.some(id => id.endsWith(`/${path}`)))
      if (!chunk) throw new Error(`no page imports ${path}, a root of the layer ${name}`)
      place(chunk, name)
    }
    for (const chunk of placed.keys())
      if (placed.get(chunk) === name) for (const imported of importsOf(chunk)) onDemand.delete(imported)
    if (name === layers[0]?.name) addSmall(name)
  }
  /** Adds small shared files that import nothing outside the layer. */
  function addSmall(layer: string): void {
    const fits = (chunk: Rolldown.OutputChunk) => {
      const imports = importsOf(chunk)
      return (
        !placed.has(chunk) &&
        !chunk.isDynamicEntry &&
        !chunk.moduleIds.some(announcesTexts) &&
        sizeOf(chunk) <= smallBytes &&
        imports.every(imported => placed.has(imported) && !onDemand.has(imported))
      )
    }
    for (let found = chunks.filter(fits); found.length > 0; found = chunks.filter(fits))
      for (const chunk of found) placed.set(chunk, layer)
  }
  return new Map(
    [...placed].flatMap(([chunk, layer]) =>
      layer === null
        ? []
        : chunk.moduleIds
            // Another page may need the texts without the rest of the layer.
            .filter(id => layer === layers[0]?.name || !announcesTexts(id))
            .map(id => [id, layer] as const),
    ),
  )
}

/** Such a module fetches texts as soon as it is loaded. */
const announcesTexts = (id: string) => /virtual:texts\/[^?]+$/.test(id)

const sizeOf = ({ modules }: Rolldown.OutputChunk): number =>
  Object.values(modules).reduce((sum, { renderedLength }) => sum + renderedLength, 0)
