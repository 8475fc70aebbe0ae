/** Finds what an HTML page makes browsers fetch: pictures, scripts, style sheets, icons, frames, media. */
import { Parser } from 'htmlparser2'
import { cssReferences, type Reference } from './css-references.ts'

/** What a page refers to, and what its references are relative to. */
export interface PageReferences {
  /** Of the first `base` element; null = the page's own address. */
  readonly base: string | null
  readonly references: readonly Reference[]
}

/** Longer pages are read up to here, characters. */
const maxHtmlLength = 8 * 1024 ** 2
type Attributes = Readonly<Record<string, string>>

/** Attributes that simply name something to fetch. */
const plainSources = new Map([
  ['script', ['src']],
  ['iframe', ['src']],
  ['frame', ['src']],
  ['embed', ['src']],
  ['object', ['data']],
  ['image', ['href', 'xlink:href']],
])
/** Elements whose content browsers do not show. */
const inert = new Set(['noscript', 'template'])
/** Kinds of links that are fetched with the page. */
const fetchedLinks = new Set(['stylesheet', 'icon', 'preload', 'modulepreload'])

/** Reads a page. */
export function htmlReferences(html: string): PageReferences {
  const finder = new ReferenceFinder()
  const parser = new Parser(
    {
      onopentag: (name, attributes) => finder.open(name, attributes),
      ontext: text => finder.text(text),
      onclosetag: name => finder.close(name),
    },
    { decodeEntities: true },
  )
  parser.end(html.slice(0, maxHtmlLength))
  return finder
}

class ReferenceFinder implements PageReferences {
  base: string | null = null
  readonly references: Reference[] = []
  #inertDepth = 0
  #style: string | null = null
  /** Inside picture, audio or video: whether the browser has chosen one of the sources. */
  #hasChosen: boolean | null = null

  open(name: string, attributes: Attributes): void {
    if (inert.has(name)) this.#inertDepth++
    if (this.#inertDepth > 0) return
    const { style, background } = attributes
    if (style !== undefined) this.#addCss(style)
    if (background !== undefined) this.#add(background)
    for (const source of plainSources.get(name) ?? []) this.#add(attributes[source])
    switch (name) {
      case 'base':
        this.base ??= attributes['href'] ?? null
        break
      case 'style':
        this.#style = ''
        break
      case 'link':
        this.#addLink(attributes)
        break
      case 'input':
        if (attributes['type']?.toLowerCase() === 'image') this.#add(attributes['src'])
        break
      case 'picture':
        this.#hasChosen = false
        break
      case 'img':
        if (this.#hasChosen !== true) this.#add(firstCandidate(attributes['srcset']) ?? attributes['src'])
        break
      case 'video':
      case 'audio':
        this.#add(attributes['poster'])
        this.#hasChosen = attributes['src'] !== undefined || attributes['preload'] === 'none'
        if (attributes['preload'] !== 'none') this.#add(attributes['src'])
        break
      case 'source':
        this.#addSource(attributes)
        break
    }
  }

  text(text: string): void {
    if (this.#style !== null) this.#style += text
  }

  close(name: string): void {
    if (inert.has(name) && this.#inertDepth > 0) this.#inertDepth--
    else if (name === 'style' && this.#style !== null) {
      this.#addCss(this.#style)
      this.#style = null
    } else if (name === 'picture' || name === 'video' || name === 'audio') this.#hasChosen = null
  }

  #addLink({ rel = '', href, as, disabled, imagesrcset }: Attributes): void {
    const kinds = rel.toLowerCase().split(/\s+/)
    if (disabled !== undefined || !kinds.some(kind => fetchedLinks.has(kind))) return
    this.#add(firstCandidate(imagesrcset) ?? href, kinds.includes('stylesheet') || as === 'style')
  }

  /** A source with a condition on the screen is left out, as there is none. */
  #addSource({ src, srcset, media }: Attributes): void {
    if (this.#hasChosen !== false || media !== undefined) return
    const candidate = firstCandidate(srcset) ?? src
    this.#add(candidate)
    this.#hasChosen = candidate !== undefined
  }

  #addCss(css: string): void {
    // Not by spreading: a hostile page names more than a call has room for.
    for (const reference of cssReferences(css)) this.references.push(reference)
  }

  #add(href: string | undefined, isStyle = false): void {
    if (href !== undefined && href.trim() !== '') this.references.push({ href: href.trim(), isStyle })
  }
}

/** The address of the first of several pictures of different sizes. */
function firstCandidate(srcset: string | undefined): string | undefined {
  return srcset === undefined ? undefined : /^[\s,]*([^\s,]\S*[^\s,]|[^\s,])/.exec(srcset)?.[1]
}
