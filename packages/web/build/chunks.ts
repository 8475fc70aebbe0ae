/** How modules are put together into files: few requests before the sign-in form, libraries apart from our own code, icons that the frame does not show in one file. */
import type { Rolldown } from 'vite'
import { iconOf } from './icons.ts'
import { layerNames } from './layers.ts'

const react = /node_modules[\\/](react|react-dom|react-router|scheduler)[\\/]/
/** Texts that nearly every page needs, and those of the sign-in form. */
const firstTexts = /virtual:texts[\\/](lib|route|ui|ui[\\/]shell|features[\\/]sign-in)\?(zh|en)$/

export const chunkGroups: readonly Rolldown.CodeSplittingGroup[] = [
  { name: id => `texts-${id.slice(-2)}`, debugName: 'texts', test: firstTexts, priority: 70 },
  { name: 'react', test: react, tags: ['$initial'], priority: 60 },
  { name: 'start', tags: ['$initial'], priority: 50 },
  { name: 'codemirror', test: /node_modules[\\/](@codemirror|@lezer|codemirror)[\\/]/, priority: 30 },
  { name: 'uplot', test: /node_modules[\\/]uplot[\\/]/, priority: 30 },
  { name: 'zod', test: /node_modules[\\/]zod[\\/]/, priority: 30 },
]

/** The files of the layers that `findLayers` found. */
export const layerGroup = (layers: ReadonlyMap<string, string>): Rolldown.CodeSplittingGroup => ({
  name: (id, build) =>
    layers.get(id) ??
    (id.endsWith('.css') ? layerOf(build.getModuleInfo(id)?.importers ?? [], layers) : null),
  debugName: 'layers',
  priority: 20,
  // A layer holds all that it imports already.
  includeDependenciesRecursively: false,
})

/** Icons that are in no layer; only a few of them are on a page, but most are on several. */
export const iconGroup = (layers: ReadonlyMap<string, string>): Rolldown.CodeSplittingGroup => ({
  name: id => (iconOf.test(id) && !layers.has(id) ? 'icons' : null),
  debugName: 'icons',
  priority: 40,
  includeDependenciesRecursively: false,
})

/** Styles go with the first layer that imports them; the first pass does not list them. */
const layerOf = (importers: readonly string[], layers: ReadonlyMap<string, string>): string | null => {
  const found = new Set(importers.map(id => layers.get(id)))
  return layerNames.find(name => found.has(name)) ?? null
}

/** Libraries that do not say that their modules do nothing when they are loaded; what a page does not use of them is left out. */
const silent =
  /node_modules[\\/](@rc-component|@ant-design[\\/](colors|cssinjs|cssinjs-utils|fast-color))[\\/]/

export const treeshake = { moduleSideEffects: [{ test: silent, sideEffects: false }] }
