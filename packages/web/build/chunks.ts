/** How modules are put together into files: few requests before the sign-in form, libraries apart from our own code, icons in one file. */
import type { Rolldown } from 'vite'

const react = /node_modules[\\/](react|react-dom|react-router|scheduler)[\\/]/
/** Texts that nearly every page needs, and those of the sign-in form. */
const firstTexts = /virtual:texts[\\/](lib|route|ui|ui[\\/]shell|features[\\/]sign-in)\?(zh|en)$/

export const chunkGroups: Rolldown.CodeSplittingGroup[] = [
  { name: id => `texts-${id.slice(-2)}`, test: firstTexts, priority: 70 },
  { name: 'react', test: react, tags: ['$initial'], priority: 60 },
  { name: 'start', tags: ['$initial'], priority: 50 },
  { name: 'icons', test: /node_modules[\\/]@ant-design[\\/]icons(-svg)?[\\/]/, priority: 40 },
  { name: 'codemirror', test: /node_modules[\\/](@codemirror|@lezer|codemirror)[\\/]/, priority: 30 },
  { name: 'uplot', test: /node_modules[\\/]uplot[\\/]/, priority: 30 },
  { name: 'zod', test: /node_modules[\\/]zod[\\/]/, priority: 30 },
]
