/** Splits the texts of the interface by file and language: every module that names keys announces the files they stand in, and a file is loaded in one language only. */
import { globSync } from 'node:fs'
import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Bilingual, Language } from '@pone/schema/bilingual.ts'
import type { Plugin } from 'vite'

/** Of one file: its texts by key. */
export type Catalogue = ReadonlyMap<string, Bilingual>

/** Files of texts below a source folder, by name: the path without `messages.ts`. The file at the top only joins them, for types and tests. */
export function listTextFiles(source: string): ReadonlyMap<string, string> {
  const found = globSync('**/*messages.ts', { cwd: source }).filter(path => path !== 'messages.ts')
  return new Map(found.sort().map(path => [path.replace(/[/-]messages\.ts$/, ''), join(source, path)]))
}

/** Evaluates a file of texts. */
export async function readTexts(path: string): Promise<Catalogue> {
  const { mtimeMs } = await stat(path)
  const module: unknown = await import(`${pathToFileURL(path).href}?changed=${mtimeMs}`)
  return new Map(Object.values(module as Record<string, Record<string, Bilingual>>).flatMap(Object.entries))
}

/** Tells of a source which keys it names: by a literal, or by a template literal whose beginning is that of the key. */
export function namedKeys(code: string): (key: string) => boolean {
  const literals = new Set(Array.from(code.matchAll(/(['"`])([\w.-]+)\1/g), match => match[2] ?? ''))
  const beginnings = Array.from(code.matchAll(/`(\w+\.[\w.-]*)\$\{/g), match => match[1] ?? '')
  return key =>
    literals.has(key) ||
    literals.has(key.replace(/_\w+$/, '')) ||
    beginnings.some(beginning => key.startsWith(beginning))
}

/** Names of the files whose texts a source names. */
export function textFilesOf(code: string, catalogues: ReadonlyMap<string, Catalogue>): string[] {
  const isNamed = namedKeys(code)
  return [...catalogues].filter(([, texts]) => [...texts.keys()].some(isNamed)).map(([name]) => name)
}

const announcement = 'virtual:texts/'

/** The plugin for Vite and vitest; `source` is the folder of the web's sources. */
export function texts(source: string): Plugin {
  const files = listTextFiles(source)
  const catalogues = new Map<string, Catalogue>()
  const readAll = async () => {
    for (const [name, path] of files) catalogues.set(name, await readTexts(path))
  }
  return {
    name: 'pone-texts',
    enforce: 'pre',
    buildStart: readAll,
    resolveId: id => (id.startsWith(announcement) ? `\0${id}` : null),
    load(id) {
      if (!id.startsWith(`\0${announcement}`)) return null
      const [name = '', language] = id.slice(announcement.length + 1).split('?')
      const catalogue = catalogues.get(name)
      if (!catalogue) throw new Error(`no file of texts is called ${name}`)
      return language === undefined
        ? announce(name, join(source, 'lib/texts.ts'))
        : `export default ${JSON.stringify(inLanguage(catalogue, language as Language))}`
    },
    transform(code, id) {
      if (!id.startsWith(source) || !/\.tsx?$/.test(id) || /messages\.ts$|\.test\.tsx?$/.test(id)) return null
      const used = textFilesOf(code, catalogues)
      // Behind the code, so that its lines keep their numbers.
      return used.length === 0
        ? null
        : { code: [code, ...used.map(name => `import '${announcement}${name}'`)].join('\n'), map: null }
    },
    async hotUpdate({ file }) {
      if (![...files.values()].includes(file)) return
      await readAll()
      this.environment.hot.send({ type: 'full-reload' })
    },
  }
}

const announce = (name: string, store: string) => `import { texts } from ${JSON.stringify(store)}
texts.need(${JSON.stringify(name)}, {
  zh: () => import(${JSON.stringify(`${announcement}${name}?zh`)}),
  en: () => import(${JSON.stringify(`${announcement}${name}?en`)}),
})`

const inLanguage = (catalogue: Catalogue, language: Language) =>
  Object.fromEntries([...catalogue].map(([key, text]) => [key, text[language]]))
