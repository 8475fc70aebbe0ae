/** The texts loaded so far: modules register the files of texts they use (build/texts.ts generates the registrations), and only the language in use is loaded. */

export type Language = 'zh' | 'en'

/** The texts of one file, to be loaded by language. */
export type TextFile = Readonly<
  Record<Language, () => Promise<{ readonly default: Readonly<Record<string, string>> }>>
>

export interface TextStore {
  /** The language of the texts on the page; changes after `show` has loaded the texts. */
  readonly language: () => Language
  /** Increases whenever the texts on the page change. */
  readonly version: () => number
  /** Registers that a file's texts are used, and starts to load them; a failure is reported by `ready`. */
  readonly need: (name: string, file: TextFile) => void
  /** Resolves when all registered texts are loaded; a failed file is tried again. @throws errors of the import */
  readonly ready: () => Promise<void>
  /** Changes the language once its texts are loaded; until then, and after a failure, the old one stays. @throws like ready */
  readonly show: (language: Language) => Promise<void>
  /** The text, filled with the parameters; empty while texts are still loading, the key itself if there is none. */
  readonly text: (key: string, params?: TextParams) => string
  readonly has: (key: string) => boolean
  /** @returns a function that ends the subscription */
  readonly subscribe: (listener: () => void) => () => void
}
/** Values for the `{{name}}` placeholders; a number `count` also selects `key_one`, if the language has such a form, and is written with separators of thousands. */
export type TextParams = Readonly<Record<string, string | number>>

export function createTextStore(first: Language): TextStore {
  const files = new Map<string, TextFile>()
  const loads = new Map<string, Promise<void>>()
  const found = { zh: new Map<string, string>(), en: new Map<string, string>() }
  const listeners = new Set<() => void>()
  let shown = first
  let wanted = first
  let version = 0
  let pending = 0

  function change(): void {
    version += 1
    for (const listener of listeners) listener()
  }
  async function fetchTexts(file: TextFile, language: Language): Promise<void> {
    pending += 1
    try {
      const { default: texts } = await file[language]()
      for (const [key, text] of Object.entries(texts)) found[language].set(key, text)
    } finally {
      pending -= 1
    }
    if (language === shown) change()
  }
  function load(name: string, file: TextFile, language: Language): Promise<void> {
    const id = `${language}/${name}`
    const begun = loads.get(id)
    if (begun) return begun
    const started = fetchTexts(file, language)
    loads.set(id, started)
    started.catch(() => loads.delete(id))
    return started
  }
  async function ready(): Promise<void> {
    await Promise.all([...files].map(([name, file]) => load(name, file, wanted)))
  }

  return {
    language: () => shown,
    version: () => version,
    need(name, file) {
      files.set(name, file)
      // Reported by ready, which tries again.
      load(name, file, wanted).catch(() => undefined)
    },
    ready,
    async show(language) {
      wanted = language
      try {
        await ready()
      } catch (cause) {
        if (wanted === language) wanted = shown
        throw cause
      }
      if (wanted !== language || shown === language) return
      shown = language
      change()
    },
    text(key, params) {
      const texts = found[shown]
      const text = texts.get(formOf(key, params, shown)) ?? texts.get(key)
      if (text === undefined) return pending > 0 ? '' : key
      return params === undefined ? text : fill(text, params)
    },
    has: key => found[shown].has(key),
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

/** As `formatNumber` writes them, which is not loaded at sign-in. */
const counts = new Intl.NumberFormat('en-US')
const plurals = { zh: new Intl.PluralRules('zh'), en: new Intl.PluralRules('en') }

function formOf(key: string, params: TextParams | undefined, language: Language): string {
  const count = params?.['count']
  return typeof count === 'number' ? `${key}_${plurals[language].select(count)}` : key
}

function fill(text: string, params: TextParams): string {
  return text.replaceAll(/\{\{(\w+)\}\}/g, (hole, name: string) => {
    const value = params[name] ?? hole
    return name === 'count' && typeof value === 'number' ? counts.format(value) : String(value)
  })
}
