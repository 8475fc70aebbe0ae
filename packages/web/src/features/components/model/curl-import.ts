/** Reads a cURL command, as browsers and API documents offer it for copying, into an HTTP request; pure. */
import { type HttpRequest, httpMethods, httpRequestSchema } from '@pone/protocols/http/definition/request.ts'
import { type NameValue } from '@pone/schema/template.ts'

/** Options of curl that take a value and have no effect on what is sent. */
const ignoredWithValue = new Set([
  '-o',
  '--output',
  '-w',
  '--write-out',
  '--connect-timeout',
  '--retry',
  '-x',
  '--proxy',
  '--cert',
  '--key',
  '--cacert',
  '-c',
  '--cookie-jar',
  '--resolve',
])
const shortWithValue = 'XHdFubAeomwxcT'

/** Whether a pasted text is meant as a cURL command. */
export function looksLikeCurl(text: string): boolean {
  return /^\s*\$?\s*curl(\.exe)?\s/.test(text)
}

const ansiEscapes: Readonly<Record<string, string>> = { n: '\n', r: '\r', t: '\t', '0': '\0' }

/** Words of a POSIX shell command: quotes, `$'…'`, backslashes and continued lines. */
export function splitShellWords(command: string): string[] {
  const words: string[] = []
  let word: string | null = null
  let at = 0
  const add = (text: string) => {
    word = (word ?? '') + text
  }
  while (at < command.length) {
    const char = command[at] ?? ''
    const next = command[at + 1] ?? ''
    if (char === '\\' || (char === '^' && /\r?\n/.test(next))) {
      if (/[\r\n]/.test(next)) at += next === '\r' ? 3 : 2
      else {
        add(next)
        at += 2
      }
    } else if (char === "'") {
      const end = command.indexOf("'", at + 1)
      const stop = end < 0 ? command.length : end
      add(command.slice(at + 1, stop))
      at = stop + 1
    } else if (char === '$' && next === "'") {
      at += 2
      add('')
      while (at < command.length && command[at] !== "'") {
        if (command[at] !== '\\') add(command[at++] ?? '')
        else {
          const unicode = /^\\u([0-9a-fA-F]{4})/.exec(command.slice(at, at + 6))
          const escaped = command[at + 1] ?? ''
          add(
            unicode?.[1]
              ? String.fromCharCode(Number.parseInt(unicode[1], 16))
              : (ansiEscapes[escaped] ?? escaped),
          )
          at += unicode ? 6 : 2
        }
      }
      at += 1
    } else if (char === '"') {
      at += 1
      add('')
      while (at < command.length && command[at] !== '"') {
        const escaped = command[at] === '\\' ? (command[at + 1] ?? '') : ''
        if (escaped && '"\\$`\n'.includes(escaped)) {
          add(escaped === '\n' ? '' : escaped)
          at += 2
        } else add(command[at++] ?? '')
      }
      at += 1
    } else if (/\s/.test(char)) {
      if (word !== null) words.push(word)
      word = null
      at += 1
    } else {
      add(char)
      at += 1
    }
  }
  return word === null ? words : [...words, word]
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '))
  } catch {
    return text
  }
}

function pairsOf(encoded: string): NameValue[] {
  return encoded
    .split('&')
    .filter(Boolean)
    .map(pair => {
      const cut = pair.indexOf('=')
      const [name, value] = cut < 0 ? [pair, ''] : [pair.slice(0, cut), pair.slice(cut + 1)]
      return { name: decoded(name), value: decoded(value), enabled: true }
    })
}

function bodyOf(data: string, contentType: string): HttpRequest['body'] {
  if (/json/i.test(contentType)) return { kind: 'json', text: data }
  const isForm = contentType === '' || /x-www-form-urlencoded/i.test(contentType)
  if (isForm && /^[^\s={}[\]"<>]+=[^\n]*$/.test(data)) return { kind: 'form', fields: pairsOf(data) }
  if (contentType === '' && /^\s*[[{]/.test(data)) return { kind: 'json', text: data }
  return { kind: 'text', contentType: contentType || 'application/x-www-form-urlencoded', text: data }
}

/** The request that a cURL command makes; null when the text holds no address or is not a cURL command. */
export function parseCurl(text: string): HttpRequest | null {
  if (!looksLikeCurl(text)) return null
  const words = splitShellWords(text.trim().replace(/^\$\s*/, '')).slice(1)
  const headers: NameValue[] = []
  const data: string[] = []
  const form: NameValue[] = []
  let method = ''
  let url = ''
  let asQuery = false
  let followRedirects = false
  const header = (name: string, value: string) => headers.push({ name, value, enabled: true })
  const take: Readonly<Record<string, (value: string) => void>> = {
    '-X': value => (method = value.toUpperCase()),
    '-H': value => {
      const cut = value.indexOf(':')
      if (cut > 0 && !/^(content-length|host)$/i.test(value.slice(0, cut)))
        header(value.slice(0, cut).trim(), value.slice(cut + 1).trim())
    },
    '-d': value => data.push(value),
    '--data-urlencode': value => {
      const cut = value.indexOf('=')
      data.push(
        cut < 0
          ? encodeURIComponent(value)
          : `${value.slice(0, cut)}=${encodeURIComponent(value.slice(cut + 1))}`,
      )
    },
    '-F': value => {
      const cut = value.indexOf('=')
      if (cut > 0) form.push({ name: value.slice(0, cut), value: value.slice(cut + 1), enabled: true })
    },
    '-u': value =>
      header('Authorization', `Basic ${btoa(String.fromCharCode(...new TextEncoder().encode(value)))}`),
    '-b': value => header('Cookie', value),
    '-A': value => header('User-Agent', value),
    '-e': value => header('Referer', value),
    '--url': value => (url = value),
  }
  const longNames: Readonly<Record<string, string>> = {
    '--request': '-X',
    '--header': '-H',
    '--data': '-d',
    '--data-raw': '-d',
    '--data-binary': '-d',
    '--data-ascii': '-d',
    '--json': '--json',
    '--form': '-F',
    '--form-string': '-F',
    '--user': '-u',
    '--cookie': '-b',
    '--user-agent': '-A',
    '--referer': '-e',
  }
  for (let at = 0; at < words.length; at += 1) {
    let word = words[at] ?? ''
    let value: string | undefined
    if (/^-[A-Za-z]./.test(word) && shortWithValue.includes(word[1] ?? ' ')) {
      value = word.slice(2)
      word = word.slice(0, 2)
    } else if (/^--[a-z-]+=/.test(word)) {
      value = word.slice(word.indexOf('=') + 1)
      word = word.slice(0, word.indexOf('='))
    }
    const name = longNames[word] ?? word
    const taker = take[name]
    if (taker) taker(value ?? words[++at] ?? '')
    else if (name === '--json') {
      data.push(value ?? words[++at] ?? '')
      header('Content-Type', 'application/json')
    } else if (ignoredWithValue.has(name)) at += value === undefined ? 1 : 0
    else if (name === '-G' || name === '--get') asQuery = true
    else if (name === '-I' || name === '--head') method ||= 'HEAD'
    else if (name === '-L' || name === '--location') followRedirects = true
    else if (!word.startsWith('-')) url ||= word
  }
  if (!url) return null
  const contentType = headers.find(entry => /^content-type$/i.test(entry.name))?.value ?? ''
  const [withoutFragment = ''] = url.split('#')
  const cut = withoutFragment.indexOf('?')
  const query = pairsOf(
    [cut < 0 ? '' : withoutFragment.slice(cut + 1), ...(asQuery ? data : [])].filter(Boolean).join('&'),
  )
  const hasBody = (data.length > 0 || form.length > 0) && !asQuery
  const body = !hasBody
    ? { kind: 'none' as const }
    : form.length > 0
      ? { kind: 'form' as const, fields: form }
      : bodyOf(data.join('&'), contentType)
  const known = httpMethods.find(candidate => candidate === method)
  const parsed = httpRequestSchema.safeParse({
    method: known ?? (hasBody ? 'POST' : 'GET'),
    url: cut < 0 ? withoutFragment : withoutFragment.slice(0, cut),
    query,
    headers: headers.filter(
      entry => !(/^content-type$/i.test(entry.name) && (body.kind === 'json' || body.kind === 'form')),
    ),
    body,
    followRedirects,
  })
  return parsed.success ? parsed.data : null
}
